import fc from "fast-check";

/** Keys of a date dimension with the rules of a calendar, or without any. */
export const randomCalendar: fc.Arbitrary<object> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      precision: fc.constantFrom("year", "month", "day"),
      fiscal_year: fc.record({
        starts: fc.constantFrom("01-01", "04-01", "04-06", "06-30", "10-01", "12-31"),
        named: fc.constantFrom("start", "end", "both"),
      }),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
);
