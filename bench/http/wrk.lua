-- With a seed as argument: Q3 with other departments in every request. With a file: its paths in turn. Without: always
-- the same request.

local DEPARTMENTS = 200

function init(args)
  local seed = tonumber(args[1])
  if not seed then return takePaths(args[1]) end
  math.randomseed(seed)
  local asked = {}
  request = function()
    local a, b, c = math.random(DEPARTMENTS), math.random(DEPARTMENTS), math.random(DEPARTMENTS)
    while a == b or b == c or a == c or asked[key(a, b, c)] do
      a, b, c = math.random(DEPARTMENTS), math.random(DEPARTMENTS), math.random(DEPARTMENTS)
    end
    asked[key(a, b, c)] = true
    return wrk.format("GET", wrk.path .. "&cut=" .. cut(a) .. "|" .. cut(b) .. "|" .. cut(c))
  end
end

function takePaths(file)
  if not file then return end
  local paths, at = {}, 0
  for path in io.lines(file) do paths[#paths + 1] = path end
  request = function()
    at = at % #paths + 1
    -- What is asked for again while it is being made is made once: an address of its own makes it another answer.
    return wrk.format("GET", paths[at], { Host = "host-" .. at .. ".localhost" })
  end
end

-- The same for the same departments in another order.
function key(a, b, c)
  local least, most = math.min(a, b, c), math.max(a, b, c)
  return (least * 256 + a + b + c - least - most) * 256 + most
end

function cut(department)
  return string.format("department.name:d%03d", department - 1)
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "microseconds": %d, "median": %d, "p99": %d, "failed": %d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
