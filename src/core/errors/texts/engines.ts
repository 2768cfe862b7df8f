/** Errors of engines, of a cluster, and of commands. `<name>` is a value. */
export const ENGINE_ERRORS = {
  shard_without_url: 'Shard <number> of cluster "<name>" has no --clickhouse-url',
  urls_of_all_servers: 'Cluster "<name>" has <count> servers; give the --clickhouse-url of each, not of <length>',
  clickhouse_too_old: "<url> runs ClickHouse <version>; <first> or later is needed",
  unknown_cluster: '<url> knows no cluster "<name>"; name one of its remote_servers',
  not_a_node_of_cluster: '<url> is not a node of cluster "<name>", as it sees itself',
  no_such_database: '<url> has no database "<name>"; create it there',
  query_over_cluster_memory: "The query needs more memory than the cluster allows",
  cluster_is_busy: "The cluster answers too many queries already; retry later",
  data_not_reached: "The data cannot be reached now; retry later",
  versions_not_compared: "These versions are too large to be compared, or on clusters of different sizes",
  too_many_values_to_compare:
    'More than <maximum> values of "<dimension>" would have to be compared; ask for exact values or whole words',
  too_many_texts_to_compare:
    "More than <maximum> words and values would have to be compared in the cluster; ask for fewer",
  digits_over_cluster:
    'The amounts of "<name>" have <count> digits, decimals included; in ClickHouse, amounts and their sums have at most <maximum>',
  stored_version_damaged: "The version cannot be read: <reason>",
  stored_table_damaged: "The table cannot be read: <place> of its header <reason>",
  too_much_text: "An attribute has more than 2 GiB of text; leave it out",
  column_too_large: "A column needs more than 4 GiB to be loaded; load fewer entries",
  not_a_version_of_dataset: '"<value>" is not a version; write it as in town@3',
  versions_of_several_datasets: "Purge the versions of one dataset at a time",
  server_redirects: "<origin> redirects to <url>; give the address behind that with --server",
  answered_without_json:
    "<url> answered <status> without JSON; is it a spendcube server? Give its address with --server",
  run_not_answered: "The load has started, but <url> answered <status>",
  no_data_directory: 'There is no data directory "<directory>"; name the right one with --data<remedy>',
  served_by_other_version:
    "<directory> is served by process <process> with spendcube <version>, but this is <own>; use that version, or stop that process",
  served_already: "<directory> is already served by process <process>; end that one, or name another --data and --port",
  server_shut_down: "The server was shut down before the load was done; nothing was changed",
  id_of_shapes_missing: "Name the property that identifies a place with --id",
  no_data_to_verify: "<directory> holds no data to verify",
  no_password_given: "There is no password on standard input; write it there as one line",
  no_date_of_file: "<file> has no dates, nor has its name a year; give the date of its rows with --date",
  file_not_written: 'Cannot write "<file>": <reason>',
} as const;
