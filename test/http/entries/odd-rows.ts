/** Rows whose texts a spreadsheet could take for something else, and whose amounts it would round. */
export const ODD_ROWS = [
  { id: "a", paid: 1010n, region: "=1+1", code: "1", date: "2009-03-02", rate: 0.1 },
  { id: "b", paid: -2n, region: '<ä> & "b" _x0041_', code: "2", date: "2009-11-30" },
  { id: "c", paid: 123_456_789_012_345_678n, region: "1234", code: "2", date: "2010-01-01" },
  { id: "d", paid: 0n, region: "line\r\nbreak \u0001 \ud83d\ude00", code: "", date: "2010-01-01" },
];
