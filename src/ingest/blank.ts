/** Whether a cell counts as empty: nothing is in it but white space. */
export function isBlank(cell: string): boolean {
  return cell.trim() === "";
}
