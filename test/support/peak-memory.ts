// node --import THIS …: a last line on standard error with the most memory that the process had.
process.on('exit', () => {
  process.stderr.write(`peak ${Math.ceil(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
