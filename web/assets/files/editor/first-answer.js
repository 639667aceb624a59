// The answer that a question begins with, in the controls that people answer with. `web/console/forms/default-answer.ts` reads it.
(() => {
  const editor = (globalThis.formEditor ??= {});
  const prefix = 'q.default.';

  function valueIn(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** Writes an amount of the minor unit as `web/console/forms/default-answer.ts` does. */
  function decimal(amount, decimals) {
    const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
    const [whole, fraction] = [
      digits.slice(0, digits.length - decimals),
      digits.slice(digits.length - decimals),
    ];
    return `${amount < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  }

  /** The texts of each part: as typed, or of an answer as forms have it. */
  function textsIn({ kind, default: typed }, decimals) {
    const value = valueIn(typed);
    if (kind === 'ranking' && Array.isArray(value))
      return new Map(value.map((choice, place) => [String(choice), [String(place + 1)]]));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
    const { amount, currency } = value;
    const parts =
      kind === 'payment' && Number.isSafeInteger(amount)
        ? { ...value, amount: decimal(amount, decimals.get(currency) ?? 2) }
        : value;
    return new Map(Object.entries(parts).map(([part, texts]) => [part, [texts].flat().map(String)]));
  }

  const stored = (choices) =>
    choices
      .map(({ value, label }) => ({ value: value || label, label: label || value }))
      .filter(({ value, label }) => value !== '' || label.trim() !== '');

  function made(name, members = {}, ...children) {
    const element = Object.assign(document.createElement(name), members);
    element.append(...children);
    return element;
  }

  /** The place of each choice. Choices are dragged where `rank.js` knows how. */
  function drawRanking(list, { options }) {
    const choices = stored(options);
    list.replaceChildren(
      ...choices.map(({ value, label }) => {
        const places = choices.map((_, index) => new Option(String(index + 1)));
        const select = made('select', { name: prefix + value }, new Option('–', ''), ...places);
        return made('li', {}, made('label', {}, select, made('span', { dir: 'auto', textContent: label })));
      }),
    );
  }

  /** @param group a beginning of names that no other question has: radio buttons of one name exclude each other */
  function drawMatrix(grid, { options, rows, max_selections: most }, group) {
    const columns = stored(options);
    const type = Number(most) > 1 ? 'checkbox' : 'radio';
    grid.className = columns.length <= 7 ? `matrix columns-${columns.length}` : 'matrix';
    const cell = (row, { value, label }) => {
      const input = made('input', { type, name: `${group}.${row}`, value });
      input.dataset.part = row;
      return made('label', {}, input, made('span', { dir: 'auto', textContent: label }));
    };
    const head = made(
      'div',
      { className: 'columns', ariaHidden: 'true' },
      made('span'),
      ...columns.map(({ label }) => made('span', { dir: 'auto', textContent: label })),
    );
    const lines = stored(rows).map(({ value: row, label }) => {
      const none = cell(row, { value: '', label: 'No answer' });
      none.className = 'none';
      const cells = columns.map((column) => cell(row, column));
      const choices = made('div', { className: 'choices' }, ...cells, ...(type === 'radio' ? [none] : []));
      const words = made('span', { className: 'row-label', dir: 'auto', textContent: label });
      return made('div', { className: 'row', role: 'group', ariaLabel: label }, words, choices);
    });
    grid.replaceChildren(...(columns.length <= 7 ? [head] : []), ...lines);
  }

  /**
   * @param place the group of controls
   * @param change gets the answer as the draft has it, and the name under which edits are undone together
   */
  function showFirstAnswer({ place, field, change }) {
    const decimals = new Map(
      (place.dataset.decimals ?? '').split(';').flatMap((list) => {
        const [count, ...codes] = list.split(' ');
        return codes.map((code) => [code, Number(count)]);
      }),
    );
    let list = place.querySelector('.ranking');
    const grid = place.querySelector('.matrix');
    const group = `first-answer-${field.id}`;
    let shown = null;

    // Each question has labels of its own.
    for (const label of place.querySelectorAll('label[for]')) {
      const id = `${group}-${label.htmlFor}`;
      place.querySelector(`[id="${label.htmlFor}"]`).id = id;
      label.htmlFor = id;
    }
    const clear = made('button', { type: 'button', className: 'secondary', textContent: 'No answer' });
    place.append(clear);

    const controls = () => [...place.querySelectorAll('input, select')];
    const partOf = ({ dataset, name }) => dataset.part ?? name.slice(prefix.length);
    const isChosen = ({ type, checked, value }) =>
      (!['radio', 'checkbox'].includes(type) || checked) && value.trim() !== '';

    function read() {
      const parts = new Map();
      for (const control of controls().filter(isChosen)) {
        const part = partOf(control);
        parts.set(part, [...(parts.get(part) ?? []), control.value]);
      }
      if (parts.size === 0) return '';
      const entries = [...parts].map(([part, texts]) => [part, texts.length === 1 ? texts[0] : texts]);
      return JSON.stringify(Object.fromEntries(entries));
    }

    function write(next) {
      const texts = textsIn(next, decimals);
      for (const control of controls()) {
        const own = texts.get(partOf(control)) ?? [];
        if (['radio', 'checkbox'].includes(control.type))
          control.checked = control.value !== '' && own.includes(control.value);
        else control.value = own[0] ?? '';
      }
    }

    function draw(next) {
      if (list) {
        // Another list, because the order of this one has its own listeners and announcements.
        const fresh = list.cloneNode(false);
        list.replaceWith(fresh);
        list = fresh;
        for (const announced of place.querySelectorAll('[aria-live]')) announced.remove();
        drawRanking(list, next);
      }
      if (grid) drawMatrix(grid, next, group);
      write(next);
      if (list) globalThis.enhanceRanking(list);
    }

    const choicesOf = ({ options, rows, max_selections: most }) => JSON.stringify([options, rows, most]);
    function update(next) {
      const isSame = shown !== null && choicesOf(shown) === choicesOf(next);
      const isShown = isSame && (shown.default === next.default || next.default === read());
      shown = next;
      clear.hidden = next.default === '';
      if (isShown) return;
      if (isSame && !list) write(next);
      else draw(next);
    }

    function take({ type, target }) {
      // The other choices get their places with the event `change`.
      if (type === 'input' && target.matches('.ranking select')) return;
      const typed = read();
      if (typed !== shown.default) change(typed, target.matches('input[type=text]') ? target.name : null);
    }
    place.addEventListener('input', take);
    place.addEventListener('change', take);
    clear.addEventListener('click', () => {
      change('', null);
      controls()[0]?.focus();
    });
    update(field);
    return { update };
  }

  /** A moment on the clocks of a time zone, for a control; other texts as they are. */
  function localTime(text, timeZone) {
    if (!/(Z|[+-]\d\d:\d\d)$/i.test(text) || Number.isNaN(Date.parse(text))) return text;
    const options = { dateStyle: 'short', timeStyle: 'medium' };
    const written = (zone) => new Date(text).toLocaleString('sv', { ...options, timeZone: zone });
    let local;
    try {
      local = written(timeZone || 'UTC');
    } catch {
      local = written('UTC');
    }
    return local.replace(' ', 'T').replace(/:00$/, '');
  }

  Object.assign(editor, { showFirstAnswer, localTime });
})();
