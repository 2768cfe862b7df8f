/** Errors of commands, their options and the files that these name. `<name>` is a value. */
export const COMMAND_ERRORS = {
  not_a_kind_of_suggestion: '"<value>" is not a kind of suggestion<remedy>',
  dataset_used_to_drop: "<dataset> is used by <uses>; to drop it all the same, add --yes",
  dataset_used_to_retract: "<dataset> is used by <uses>; to retract it all the same, add --yes",
  package_is_local:
    "The package <file> is a local file, but a server loads packages only from URLs; publish it, or load it into the server's data directory with --data",
  answers_not_json:
    'The answers in <file> are not JSON; write an object such as { "amount": "Paid", "currency": "EUR" }',
  answers_not_texts:
    'The answers in <file> are not texts by question; write an object such as { "amount": "Paid", "currency": "EUR" }',
  clickhouse_url_missing: "--engine clickhouse needs --clickhouse-url, with the URL of each server",
  not_an_identifier: '"<value>" is not a name of letters, digits and underscores',
  not_an_http_url: '"<value>" is not a URL that begins with http:// or https://',
  credentials_in_url: "leave user and password out of the URL; set --clickhouse-user and <name>",
  sent_in_plain_text: "<url> would send passwords and data in plain text; use HTTPS, or --clickhouse-insecure",
  not_a_folder: "<directory> is not a folder",
  logo_too_large: "<file> has <bytes> bytes; at most <maximum> are allowed",
  not_an_svg: "<file> is not an SVG file",
  theme_not_json: "<file> is not JSON: <detail>",
  theme_not_an_object: "<file> must be a JSON object",
  theme_key_unknown: 'unknown key "<key>"; the keys are: <known>',
  theme_name_not_a_text: '"name" must be a text',
  theme_logo_not_a_path: '"logo" must be the path of an SVG file',
  theme_accent_not_a_colour: '"accent" must be a colour such as "#0b5c56", not <json>',
  theme_featured_not_a_list: '"featured" must be a list of names of datasets',
  theme_links_not_a_list: '"<key>" must be a list of links such as {"label": "About", "url": "/docs"}',
  theme_link_incomplete:
    'link <number> of "<key>" must be like {"label": "About", "url": "/docs"}: with a label, and a URL that begins with "/", "https://", "http://" or "mailto:"',
  server_without_command: 'The server has no command "<name>"',
  command_without_option: 'The command does not have the option "<name>" with this value',
  not_an_integer_from: '"<value>" is not an integer of <minimum> or more',
  not_an_integer_between: '"<value>" is not an integer from <minimum> to <maximum>',
  neither_email_nor_url: '"<value>" is neither an e-mail address nor a URL that begins with https://',
  setting_without_effect: "no effect with --engine <name>; leave it out",
} as const;
