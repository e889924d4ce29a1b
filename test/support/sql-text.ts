// Statements as a person reviews them: a clause a line, a column a line, subqueries indented.
import type { Execution } from './executions.ts'

const CLAUSES = 'select|with|from|inner join|cross join|where|and|group by|order by|limit|union all'
const CLAUSE = new RegExp(`^(${CLAUSES})$`)
const TOKENS = new RegExp(`[(),]|\\b(?:${CLAUSES})\\b|\\s+|[^\\s(),]+`, 'g')

function formatted(sql: string): string {
  // For each open parenthesis whether it is broken into lines.
  const open: boolean[] = []
  let text = ''
  let clause = ''
  const line = (deeper = 0) => {
    const depth = open.filter(Boolean).length + deeper
    text = `${text.trimEnd()}${text === '' ? '' : '\n'}${'  '.repeat(depth)}`
  }
  const breaks = () => open.at(-1) !== false
  for (const match of sql.matchAll(TOKENS)) {
    const [token] = match
    if (token === '(') {
      // The columns of a row are handed over to a function: they are a list, too.
      const isRow = /\btake_row$/.test(text)
      open.push(isRow || /^\(\s*(select|with)\b/.test(sql.slice(match.index)))
      text += token
      if (isRow) line()
    } else if (token === ')') {
      if (open.pop()) line()
      text += token
    } else if (CLAUSE.test(token) && breaks()) {
      line()
      clause = token
      text += token
    } else if (token === ',' && clause === 'select' && breaks()) {
      text += token
      line(open.length === 0 ? 1 : 0)
    } else {
      text += /^\s/.test(token) ? (/\s$/.test(text) ? '' : ' ') : token
    }
  }
  return text.trimEnd()
}

/** Each text once, in the order of first use, with what was bound each time. */
export function sqlText(executions: readonly Execution[]): string {
  const byText = Map.groupBy(executions, ({ sql }) => sql)
  return [...byText]
    .map(([sql, uses]) => {
      const bound = uses.map(({ parameters }) => `-- ${JSON.stringify(parameters)}\n`)
      return `${formatted(sql)};\n${bound.join('')}`
    })
    .join('\n')
}
