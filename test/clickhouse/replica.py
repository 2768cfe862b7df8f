"""Let a server that runs from the library of chdb be a replica.

The library has all of ReplicatedMergeTree, but its server has no address at which other replicas fetch parts, and does not
listen for them. This changes the loaded code of one version of the library (26.7.2.1, x86-64): for tests only.
"""

import ctypes
import mmap
import struct

# Functions and places in the library, by their addresses.
GET_INTERSERVER_ADDRESS = 0x1417C9C0
GET_INTERSERVER_SCHEME = 0x1417CAC0
# Where the credentials for fetching are read: there are none, and not even empty ones.
READ_CREDENTIALS, READ_CREDENTIALS_OF_RANGE = 0x179C6000, 0x178B5550
EMPTY_CREDENTIALS = GET_INTERSERVER_ADDRESS + 0x60
# Where the handlers of an HTTP listener are chosen by its name, and free space before that function.
CHOOSE_HANDLERS = 0x18395D32
OTHER_NAME, HANDLE_QUERIES, HANDLE_PARTS = 0x18395D38, 0x18395FFA, 0x18395DBC
SPACE = 0x18395C89
IS_SECOND = SPACE + 40


def enable(library, host, port):
    """Tell other replicas this address, and answer them at the second of the addresses that HTTP listens at."""
    base = next(int(line.split("-")[0], 16) for line in open("/proc/self/maps") if line.rstrip().endswith(library))

    def write(at, code, expected):
        if ctypes.string_at(base + at, len(expected)) != expected:
            raise SystemExit("This version of the library is not known")
        first = (base + at) // mmap.PAGESIZE * mmap.PAGESIZE
        size = base + at + len(code) - first
        # Readable, writable and executable.
        if ctypes.CDLL(None).mprotect(ctypes.c_void_p(first), ctypes.c_size_t(size), 7) != 0:
            raise SystemExit("The code of the library cannot be changed")
        ctypes.memmove(base + at, code, len(code))

    # Returns a pair of a string (up to 22 bytes in place, the length in the last byte) and a port: 28 bytes after the code.
    address = bytes.fromhex("488d051c000000 c5f81000 c5f81107 488b4810 48894f10 8b4818 894f18 4889f8 c3")
    name = host.encode()
    pair = name.ljust(23, b"\0") + bytes([len(name)]) + struct.pack("<I", port)
    write(GET_INTERSERVER_ADDRESS, address.ljust(0x23, b"\xcc") + pair, bytes.fromhex("4156534883ec48"))
    # Returns the string "http".
    write(GET_INTERSERVER_SCHEME, bytes.fromhex("c70768747470 c6470400 c6471704 4889f8 c3"), bytes.fromhex("488b0680b88701"))
    write(EMPTY_CREDENTIALS, bytes(64), b"")
    write(READ_CREDENTIALS, b"\x48\x8d\x05" + offset(READ_CREDENTIALS + 3, EMPTY_CREDENTIALS), bytes.fromhex("488b83c0000000"))
    code = b"\x48\x8d\x1d" + offset(READ_CREDENTIALS_OF_RANGE + 3, EMPTY_CREDENTIALS) + b"\x90"
    write(READ_CREDENTIALS_OF_RANGE, code, bytes.fromhex("488b9c2410030000"))
    # jne other name; not byte [is second]; cmp byte [is second], 0; je parts; jmp queries
    code = b"\x0f\x85" + offset(SPACE + 2, OTHER_NAME)
    code += b"\xf6\x15" + offset(SPACE + 8, IS_SECOND)
    code += b"\x80\x3d" + struct.pack("<i", IS_SECOND - (SPACE + 19)) + b"\0"
    code += b"\x0f\x84" + offset(SPACE + 21, HANDLE_PARTS)
    code += b"\xe9" + offset(SPACE + 26, HANDLE_QUERIES)
    write(SPACE, code.ljust(40, b"\xcc") + b"\0", b"\xcc" * 41)
    write(CHOOSE_HANDLERS, b"\xe9" + offset(CHOOSE_HANDLERS + 1, SPACE), bytes.fromhex("0f84c2020000"))


def offset(at, target):
    """Write an operand of 4 bytes at an address that leads to another one."""
    return struct.pack("<i", target - (at + 4))
