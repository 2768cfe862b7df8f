// The limit: plain loops over the columns, compiled for this machine. `queries.inc` is written by peers/native.ts:
//
//   QUERY(name, groups, key, pass, second, limit)   key and pass are expressions of the entry `i`
//
// usage: native DIRECTORY ROWS RUNS  →  per query one line: name, median milliseconds, cells, then key sum sum2 count …
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static size_t rows;

template <typename T> static const T *readColumn(const std::string &directory, const char *name) {
  T *column = static_cast<T *>(aligned_alloc(64, (rows * sizeof(T) + 63) / 64 * 64));
  FILE *file = fopen((directory + "/" + name + ".bin").c_str(), "rb");
  if (!file || fread(column, sizeof(T), rows, file) != rows) {
    fprintf(stderr, "cannot read %s\n", name);
    exit(1);
  }
  fclose(file);
  return column;
}

static const uint8_t *year, *region, *function, *subfunction, *department;
static const uint16_t *programme;
static const uint32_t *supplier;
static const int32_t *amount, *quantity;

template <bool second> struct Cell;
template <> struct Cell<false> {
  int64_t sum, count;
  void add(size_t i) { sum += amount[i], count++; }
  int64_t other() const { return 0; }
};
template <> struct Cell<true> {
  int64_t sum, count, sum2;
  void add(size_t i) { sum += amount[i], sum2 += quantity[i], count++; }
  int64_t other() const { return sum2; }
};

template <bool second> struct Page {
  std::vector<Cell<second>> cells;
  std::vector<uint32_t> order;
  size_t found;
};

template <bool second, typename Key, typename Pass>
static Page<second> aggregate(size_t groups, size_t limit, Key key, Pass pass) {
  Page<second> page;
  page.cells.resize(groups);
  Cell<second> *cells = page.cells.data();
  for (size_t i = 0; i < rows; i++)
    if (pass(i)) cells[key(i)].add(i);
  for (size_t g = 0; g < groups; g++)
    if (cells[g].count) page.order.push_back(g);
  page.found = page.order.size();
  auto before = [cells](uint32_t a, uint32_t b) {
    if (cells[a].sum != cells[b].sum) return cells[a].sum > cells[b].sum;
    if (cells[a].other() != cells[b].other()) return cells[a].other() > cells[b].other();
    return a < b;
  };
  if (page.found > limit) {
    std::nth_element(page.order.begin(), page.order.begin() + limit, page.order.end(), before);
    page.order.resize(limit);
  }
  std::sort(page.order.begin(), page.order.end(), before);
  return page;
}

template <bool second, typename Key, typename Pass>
static void report(const char *name, size_t groups, size_t limit, int runs, Key key, Pass pass) {
  Page<second> page = aggregate<second>(groups, limit, key, pass);
  std::vector<double> times;
  for (int run = 0; run < runs; run++) {
    auto start = std::chrono::steady_clock::now();
    page = aggregate<second>(groups, limit, key, pass);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  printf("%s %.6f %zu", name, times[runs / 2], page.found);
  for (uint32_t g : page.order) {
    const auto &cell = page.cells[g];
    printf(" %u %lld %lld %lld", g, (long long)cell.sum, (long long)cell.other(), (long long)cell.count);
  }
  printf("\n");
}

int main(int, char **arguments) {
  const std::string directory = arguments[1];
  rows = strtoull(arguments[2], nullptr, 10);
  const int runs = atoi(arguments[3]);
  year = readColumn<uint8_t>(directory, "year");
  region = readColumn<uint8_t>(directory, "region");
  function = readColumn<uint8_t>(directory, "function");
  subfunction = readColumn<uint8_t>(directory, "subfunction");
  department = readColumn<uint8_t>(directory, "department");
  programme = readColumn<uint16_t>(directory, "programme");
  supplier = readColumn<uint32_t>(directory, "supplier");
  amount = readColumn<int32_t>(directory, "amount");
  quantity = readColumn<int32_t>(directory, "quantity");
#define QUERY(name, groups, key, pass, second, limit)                                                                  \
  report<second>(name, groups, limit, runs, [](size_t i) -> size_t { return key; }, [](size_t i) { return pass; });
#include "queries.inc"
  return 0;
}
