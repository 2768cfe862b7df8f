/** How a cluster is reached. */
export interface ClusterSettings {
  /** One for each node. */
  readonly urls: readonly string[];
  /** Name of the cluster in `remote_servers` of its nodes. */
  readonly cluster: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Certificates, in PEM, of the authorities that certify the nodes; absent: those that Node.js knows. */
  readonly ca?: string | undefined;
  /** Place of the node of each URL, if they are known; `null`: the node has not answered yet. */
  readonly places?: readonly (NodePlace | null)[];
  /** Memory of what is known of the node of each URL, which threads share; absent: each thread finds out by itself. */
  readonly states?: readonly SharedArrayBuffer[];
}

/** Place of a node in its cluster. */
export interface NodePlace {
  /** From 0 on. */
  readonly shard: number;
  /** Name of the replica, which no other of its shard has: its host and port. */
  readonly replica: string;
}

/**
 * Settings that are sent with every statement, whatever the user's profile says. A query that exceeds a limit is an
 * error, never a part of the answer.
 */
export const ALWAYS: Readonly<Record<string, string>> = {
  skip_unavailable_shards: "0",
  timeout_overflow_mode: "throw",
  read_overflow_mode: "throw",
  group_by_overflow_mode: "throw",
  sort_overflow_mode: "throw",
  result_overflow_mode: "throw",
  set_overflow_mode: "throw",
  join_overflow_mode: "throw",
  transfer_overflow_mode: "throw",
  distinct_overflow_mode: "throw",
  // A profile may cut every result.
  limit: "0",
  offset: "0",
  use_query_cache: "0",
  aggregate_functions_null_for_empty: "0",
  join_use_nulls: "0",
  extremes: "0",
  exact_rows_before_limit: "1",
  // A node waits no longer for another one that is silent; nodes that work report at once.
  receive_timeout: "30",
  output_format_json_quote_64bit_integers: "1",
  send_progress_in_http_headers: "1",
  http_headers_progress_interval_ms: "10000",
};

/** Settings of statements that only read: such a statement is cancelled when its connection is closed. */
export const READING: Readonly<Record<string, string>> = {
  readonly: "2",
  cancel_http_readonly_queries_on_client_close: "1",
  // A search may have a thousand clauses.
  max_query_size: String(64 << 20),
  max_parser_depth: "20000",
  max_ast_depth: "20000",
  max_ast_elements: "2000000",
  max_expanded_ast_elements: "4000000",
  // An error after the first bytes of an answer could not be told from its end.
  wait_end_of_query: "1",
};
