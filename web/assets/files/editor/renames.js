// The answer that a question begins with follows a choice that is renamed, as in `web/console/forms/renamed-default.ts`.
(() => {
  const editor = (globalThis.formEditor ??= {});

  const storedAs = ({ value, label }) => value || label;

  function valueIn(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /**
   * The answer with the new name of a choice; undefined where it stays as it is.
   * @param list the name of its list: that of the options, or of the rows
   */
  function renamedDefault(field, list, from, to) {
    const { kind, default: typed } = field;
    if (typed === '' || from === '' || to === '' || from === to) return undefined;
    // Another choice still has the name.
    if (field[list].some((choice) => storedAs(choice) === from)) return undefined;
    if (kind === 'single_choice' || kind === 'dropdown') return typed === from ? to : undefined;
    const swap = (given) => (Array.isArray(given) ? given.map(swap) : given === from ? to : given);
    const value = valueIn(typed);
    let next = value;
    if (Array.isArray(value)) next = swap(value);
    else if (kind === 'ranking' || (kind === 'matrix' && list === 'rows'))
      next = Object.fromEntries(Object.entries(value ?? {}).map(([name, chosen]) => [swap(name), chosen]));
    else if (kind === 'matrix')
      next = Object.fromEntries(Object.entries(value ?? {}).map(([name, chosen]) => [name, swap(chosen)]));
    const text = JSON.stringify(next);
    return text === typed ? undefined : text;
  }

  Object.assign(editor, { renamedDefault, storedAs });
})();
