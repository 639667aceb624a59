// The settings of a question, made from the page's template when the question is opened.
(() => {
  const editor = (globalThis.formEditor ??= {});
  const prefix = 'q.';

  function openSettings({ template, store, icon, isPublished, say }) {
    const grids = new WeakMap();

    const edit = (id, member, words, joined) =>
      store.edit({ fields: [{ id, ...member }] }, words, joined ? `${id} ${joined}` : null);

    /** A choice of a question that begins with it, chosen from the question's own choices. */
    function fillChoices(panel, field) {
      for (const select of panel.querySelectorAll('select[data-choices]')) {
        const chosen = select.multiple ? listIn(field.default) : [field.default];
        const entries = field.options.map(({ value, label }) => new Option(label, value || label));
        const gone = chosen
          .filter((each) => each !== '' && !entries.some(({ value }) => value === each))
          .map((each) => new Option(`${each} (no choice)`, each));
        select.replaceChildren(...(select.multiple ? [] : [new Option('None', '')]), ...entries, ...gone);
        for (const option of select.options) option.selected = chosen.includes(option.value);
      }
    }
    function listIn(text) {
      try {
        return [JSON.parse(text)].flat().map(String);
      } catch {
        return [];
      }
    }

    /** A number as its control shows it, which may be in another unit, as in `web/console/forms/scaled-number.ts`. */
    const shown = ({ dataset: { scale } }, text) =>
      scale && /^\d+$/.test(text.trim()) ? String(Number(text) / Number(scale)) : text;
    function stored({ value, dataset: { scale } }) {
      const plain = value.replaceAll(/[\s,]/g, '');
      return scale && /^\d*\.?\d+$/.test(plain) ? String(Math.round(Number(plain) * Number(scale))) : value;
    }

    /** Writes the settings into the controls, but not into the one that is being typed into. */
    function fill(panel, field, isTyped) {
      fillChoices(panel, field);
      for (const control of panel.querySelectorAll('[name]')) {
        const name = control.name.slice(prefix.length);
        if (control.matches('[data-choices]') || control.closest('.first-answer')) continue;
        if (isTyped && control === document.activeElement) continue;
        if (control.type === 'datetime-local')
          control.value = editor.localTime(field.default, store.draft.details.timeZone);
        else if (control.type === 'checkbox') control.checked = field[name] === true;
        else if (control.value !== shown(control, field[name])) control.value = shown(control, field[name]);
      }
      for (const name of ['options', 'rows']) grids.get(panel)?.[name]?.update(field[name]);
      grids.get(panel)?.firstAnswer?.update(field);
    }

    /** Says each problem beside its control; those of no control come first. */
    function showFaults(content, faults) {
      for (const { path, message } of faults) {
        const place = [...content.querySelectorAll('[data-path], [data-list]')].find(({ dataset }) =>
          `${path}/`.startsWith(`${dataset.path ?? dataset.list}/`),
        );
        const words = document.createElement(place ? 'small' : 'p');
        words.className = 'fault';
        words.textContent = message;
        if (!place) {
          content.prepend(words);
          continue;
        }
        place.append(words);
        place.closest('details')?.setAttribute('open', '');
        for (const control of place.querySelectorAll('input, select, textarea'))
          control.setAttribute('aria-invalid', 'true');
      }
    }

    function build(panel, field) {
      const content = template.content.cloneNode(true);
      for (const part of content.querySelectorAll('[data-kinds]'))
        if (!part.dataset.kinds.split(' ').includes(field.kind)) part.remove();
      const lists = {};
      for (const place of content.querySelectorAll('[data-list]')) {
        const { list: name } = place.dataset;
        const title = name === 'rows' ? 'Rows' : field.kind === 'matrix' ? 'Columns' : 'Choices';
        const change = (next, words, joined) => edit(field.id, { [name]: next }, words, joined);
        const rename = (from, to, joined) => {
          const next = editor.renamedDefault(store.fieldOf(field.id), name, from, to);
          if (next !== undefined) edit(field.id, { default: next }, `Renamed ${from} to ${to}`, joined);
        };
        lists[name] = editor.showChoices({ place, title, choices: field[name], icon, change, rename, say });
      }
      const place = content.querySelector('.first-answer');
      if (place) {
        const change = (next, joined) =>
          edit(
            field.id,
            { default: next },
            `Changed the first answer of question ${store.placeOf(field.id) + 1}`,
            joined,
          );
        lists.firstAnswer = editor.showFirstAnswer({ place, field, change });
      }
      grids.set(panel, lists);
      const key = content.querySelector(`[name="${prefix}key"]`);
      if (isPublished(field.id)) {
        const note = document.createElement('p');
        note.className = 'quiet';
        note.textContent = `Key for the API: ${field.key}`;
        key.closest('label').replaceWith(note);
      }
      if (field.kind === 'statement')
        content.querySelector(`[name="${prefix}label"]`).closest('label').querySelector('span').textContent =
          'Text';
      const { faults } = panel.closest('li').dataset;
      if (faults) showFaults(content, JSON.parse(faults));
      panel.replaceChildren(content);
      const details = panel.querySelector('details');
      details.open ||= [...details.querySelectorAll('[name]')].some(
        ({ name }) =>
          !['', false, undefined].includes(field[name.slice(prefix.length)]) && name !== `${prefix}key`,
      );
      if (lists.firstAnswer && field.default !== '') details.open = true;
      fill(panel, field, false);
    }

    function read(control) {
      if (control.type === 'checkbox') return control.checked;
      if (!control.multiple) return stored(control);
      const chosen = [...control.selectedOptions].map(({ value }) => value);
      return chosen.length === 0 ? '' : JSON.stringify(chosen);
    }

    return {
      show(item, field) {
        const panel = document.createElement('div');
        panel.className = 'settings';
        item.append(panel);
        build(panel, field);
        panel.addEventListener('input', ({ target }) => {
          if (!target.name || target.closest('.first-answer')) return;
          const name = target.name.slice(prefix.length);
          const isText = target.matches('textarea, input:not([type=checkbox])');
          edit(
            field.id,
            { [name]: read(target) },
            `Changed question ${store.placeOf(field.id) + 1}`,
            isText ? name : null,
          );
        });
        panel.addEventListener('change', () => store.part());
        return panel;
      },
      update(panel, field, { isOtherKind, isTyped }) {
        if (!isOtherKind) return fill(panel, field, isTyped);
        build(panel, field);
        if (isTyped) panel.querySelector(`[name="${prefix}kind"]`).focus();
      },
    };
  }

  Object.assign(editor, { openSettings });
})();
