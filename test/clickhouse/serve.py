"""Run a ClickHouse server from the library of chdb.

serve.py LIBRARY CONFIG DIRECTORY ADDRESS TCP_PORT HTTP_PORT [PARTS_ADDRESS PUBLIC_PARTS_ADDRESS]

With the last two it is a replica, which listens where its configuration says: for queries at the first address, and for
other replicas at the second one, which they reach by the third.
"""

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
# A test process that is killed ends no servers.
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

library, config, directory, address, tcp, http, *parts = sys.argv[1:]
# The query ends after a day at the latest, should nobody end the process.
query = "SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP; SELECT sleepEachRow(1) FROM numbers(86400) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 10000000 FORMAT Null"
arguments = [
    "clickhouse", "--multiquery", f"--config-file={config}", f"--path={directory}",
    *([] if parts else [f"--listen_host={address}"]), f"--tcp_port={tcp}", f"--http_port={http}", f"--query={query}",
]
chdb = ctypes.CDLL(library)
if parts:
    import replica

    replica.enable(library, parts[1], int(http))
chdb.chdb_query_cmdline.restype = ctypes.c_void_p
chdb.chdb_query_cmdline(len(arguments), (ctypes.c_char_p * len(arguments))(*(each.encode() for each in arguments)))
