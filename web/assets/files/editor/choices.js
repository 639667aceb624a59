// Choices and rows as a grid: a label for each, its value behind "More", and a pasted column of a spreadsheet.
(() => {
  const editor = (globalThis.formEditor ??= {});

  /** The cells of a spreadsheet as choices: the first column has labels, a second one values. */
  const pasted = (text) =>
    text
      .replaceAll('\r\n', '\n')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([label = '', value = '']) => ({ label: label.trim(), value: value.trim() }))
      .filter(({ label }) => label !== '');

  const button = (act, title, picture) =>
    `<button type="button" class="plain" data-choice="${act}" title="${title}" aria-label="${title}">${picture}</button>`;

  /**
   * @param place the element that the grid fills
   * @param change gets the choices after each edit, its words, and the name under which edits are undone together
   * @param rename gets the stored value of a choice before and after it was typed into, and the name of the edit
   */
  function showChoices({ place, title, choices, icon, change, rename, say }) {
    let current = choices;
    const picture = (name) => `<svg class="icon" aria-hidden="true"><use href="${icon(name)}"/></svg>`;
    const noun = title === 'Choices' ? 'choice' : title === 'Columns' ? 'column' : 'row';
    place.innerHTML =
      `<fieldset class="choice-grid"><legend>${title}</legend><ol></ol>` +
      `<button type="button" class="secondary" data-choice="add">Add a ${noun}</button>` +
      `<small>A column that you copy in a spreadsheet can be pasted.</small></fieldset>`;
    const list = place.querySelector('ol');

    function lineOf({ label, value }) {
      const item = document.createElement('li');
      item.innerHTML =
        `<input data-cell="label" aria-label="Label of the ${noun}">` +
        button('up', 'Move up', picture('up')) +
        button('down', 'Move down', picture('down')) +
        button('more', 'Stored value', '…') +
        button('remove', 'Remove', picture('remove')) +
        `<label class="value" ${value === '' ? 'hidden' : ''}>Stored value<input data-cell="value"></label>`;
      item.querySelector('[data-cell=label]').value = label;
      item.querySelector('[data-cell=value]').value = value;
      item.querySelector('[data-choice=more]').setAttribute('aria-expanded', String(value !== ''));
      return item;
    }

    function draw(next) {
      current = next;
      list.replaceChildren(...next.map(lineOf));
    }
    const focus = (at, cell = '[data-cell=label]') =>
      (list.children[at]?.querySelector(cell) ?? place.querySelector('[data-choice=add]')).focus();

    /** @param at the choice that has the focus afterwards */
    function set(next, words, at, cell) {
      draw(next);
      change(next, words);
      focus(at, cell);
      say(words);
    }
    const insert = (at, added) =>
      set(
        current.toSpliced(at, 0, ...added),
        `Added ${added.length === 1 ? `a ${noun}` : `${added.length} ${noun}s`}`,
        at + added.length - 1,
      );
    const remove = (at) => set(current.toSpliced(at, 1), `Removed ${noun} ${at + 1}`, Math.max(0, at - 1));
    function move(at, by, cell) {
      const to = at + by;
      if (to < 0 || to >= current.length) return;
      set(current.toSpliced(at, 1).toSpliced(to, 0, current[at]), `Moved to place ${to + 1}`, to, cell);
    }
    const indexOf = (target) => [...list.children].indexOf(target.closest('li'));

    const nameOf = (at, cell) => `${noun} ${at} ${cell}`;
    let before = '';
    place.addEventListener('focusin', ({ target }) => {
      const at = target.dataset.cell ? indexOf(target) : -1;
      if (at >= 0) before = editor.storedAs(current[at]);
    });
    place.addEventListener('change', ({ target }) => {
      const { cell } = target.dataset;
      const at = cell ? indexOf(target) : -1;
      if (at < 0) return;
      const after = editor.storedAs(current[at]);
      rename(before, after, nameOf(at, cell));
      before = after;
    });
    place.addEventListener('input', (event) => {
      const { cell } = event.target.dataset;
      const at = indexOf(event.target);
      if (!cell || at < 0) return;
      event.stopPropagation();
      current = current.with(at, { ...current[at], [cell]: event.target.value });
      change(current, `Changed ${noun} ${at + 1}`, nameOf(at, cell));
    });
    place.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text') ?? '';
      const at = indexOf(event.target);
      if (!text.trim().includes('\n') && !text.includes('\t')) return;
      event.preventDefault();
      const isBlank = at >= 0 && current[at].label === '';
      const added = pasted(text);
      const rest = isBlank ? current.toSpliced(at, 1) : current;
      const from = at < 0 ? rest.length : isBlank ? at : at + 1;
      set(rest.toSpliced(from, 0, ...added), `Pasted ${added.length} ${noun}s`, from + added.length - 1);
    });
    place.addEventListener('click', (event) => {
      const pressed = event.target.closest('[data-choice]');
      if (!pressed) return;
      const at = indexOf(pressed);
      const { choice: act } = pressed.dataset;
      if (act === 'add') insert(current.length, [{ label: '', value: '' }]);
      else if (act === 'remove') remove(at);
      else if (act === 'more') {
        const value = list.children[at].querySelector('.value');
        value.hidden = !value.hidden;
        pressed.setAttribute('aria-expanded', String(!value.hidden));
        if (!value.hidden) value.querySelector('input').focus();
      } else move(at, act === 'up' ? -1 : 1, `[data-choice=${act}]`);
    });
    place.addEventListener('keydown', (event) => {
      const at = indexOf(event.target);
      if (at < 0 || event.target.dataset.cell !== 'label') return;
      const { key, altKey, isComposing } = event;
      if (isComposing) return;
      if (key === 'Enter') insert(at + 1, [{ label: '', value: '' }]);
      else if (key === 'Backspace' && event.target.value === '') remove(at);
      else if (key === 'ArrowUp' && altKey) move(at, -1);
      else if (key === 'ArrowDown' && altKey) move(at, 1);
      else if (key === 'ArrowUp') focus(Math.max(0, at - 1));
      else if (key === 'ArrowDown') focus(Math.min(at + 1, current.length - 1));
      else return;
      event.preventDefault();
      event.stopPropagation();
    });

    draw(choices);
    return {
      update(next) {
        if (JSON.stringify(next) !== JSON.stringify(current)) draw(next);
      },
    };
  }

  Object.assign(editor, { showChoices });
})();
