import { type FormEvent, useId, useState } from 'react'

interface AddServerProps {
  readonly names: readonly string[]
  readonly isFull: boolean
  readonly onAdd: (name: string) => void
}

/** A field that offers names while one types: a list of a thousand would be no list. */
export function AddServer({ names, isFull, onAdd }: AddServerProps) {
  const [text, setText] = useState('')
  const id = useId()
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!names.includes(text)) return
    onAdd(text)
    setText('')
  }
  if (isFull) return <p className="quiet small">Six at most: take one away to add another.</p>
  return (
    <form onSubmit={add} className="add">
      <label>
        Add a server
        <input list={id} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <datalist id={id}>
        {names.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <button type="submit" disabled={!names.includes(text)}>
        Add
      </button>
    </form>
  )
}
