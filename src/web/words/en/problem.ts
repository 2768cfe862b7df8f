/** Words of the page of an error, with pages to go to instead. */
export const PROBLEM_WORDS = {
  title: "<status> <reason>",
  // Reasons are named by their HTTP status.
  reasons: {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    409: "Conflict",
    410: "Gone",
    413: "Payload Too Large",
    414: "URI Too Long",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented",
    503: "Service Unavailable",
  },
  noMember: "There is no “<member>” in “<dimension>”.",
  near: "Did you mean",
  find: { name: "Entries", label: "Search all entries", button: "Search" },
} as const;
