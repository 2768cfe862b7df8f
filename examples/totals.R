# Print what a dataset comes to by function in one year.
# Usage: Rscript totals.R [SERVER [YEAR]]

arguments <- commandArgs(trailingOnly = TRUE)
server <- if (length(arguments) > 0) arguments[1] else "http://127.0.0.1:8080"
year <- if (length(arguments) > 1) arguments[2] else "2024"

# CSV needs no package. Codes such as 04 must stay text.
url <- paste0(
  server, "/api/2/aggregate?dataset=westhaven&cut=year:", year,
  "&drilldown=function&order=amount:desc&format=csv"
)
cells <- read.csv(url, colClasses = c(function.name = "character"))

line <- function(label, amount) {
  cat(sprintf("%-32s %14s\n", label, formatC(amount, format = "f", digits = 2, big.mark = ",")))
}
for (at in seq_len(nrow(cells))) line(cells$function.label[at], cells$amount[at])
line("Total", sum(cells$amount))
