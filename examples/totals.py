"""Print what a dataset comes to by function in one year.

Usage: python3 totals.py [SERVER [YEAR]]
"""

import json
import sys
from decimal import Decimal
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
year = sys.argv[2] if len(sys.argv) > 2 else "2024"
query = {"dataset": "westhaven", "cut": f"year:{year}", "drilldown": "function", "order": "amount:desc"}

try:
    with urlopen(f"{server}/api/2/aggregate?{urlencode(query)}") as response:
        # Decimal keeps every digit of a sum.
        answer = json.load(response, parse_float=Decimal)
except HTTPError as error:
    sys.exit("\n".join(json.load(error)["errors"]))

for cell in answer["drilldown"]:
    print(f"{cell['function']['label']:<32} {cell['amount']:>14,.2f}")
print(f"{'Total':<32} {answer['summary']['amount']:>14,.2f}")
