interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
  readonly nameOf?: (value: Value) => string
}

/** One of few, all in sight. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, values, chosen, onChoose, nameOf = (it) => it } = props
  return (
    <fieldset className="choice">
      <legend className="unseen">{label}</legend>
      <div className="chips">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            {nameOf(value)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
