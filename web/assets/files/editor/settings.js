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
        select.replaceChildren(...(select.multiple ? [] : [new Option('None', '')]), ...entries);
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

    /** Writes the settings into the controls, but not into the one that is being typed into. */
    function fill(panel, field, isTyped) {
      fillChoices(panel, field);
      for (const control of panel.querySelectorAll('[name]')) {
        const name = control.name.slice(prefix.length);
        if (control.matches('[data-choices]') || (isTyped && control === document.activeElement)) continue;
        if (control.type === 'checkbox') control.checked = field[name] === true;
        else if (control.value !== field[name]) control.value = field[name];
      }
      for (const name of ['options', 'rows']) grids.get(panel)?.[name]?.update(field[name]);
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
        lists[name] = editor.showChoices({ place, title, choices: field[name], icon, change, say });
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
      const { fault } = panel.closest('li').dataset;
      if (fault) {
        const words = document.createElement('p');
        words.className = 'fault';
        words.textContent = fault;
        content.prepend(words);
      }
      panel.replaceChildren(content);
      const details = panel.querySelector('details');
      details.open = [...details.querySelectorAll('[name]')].some(
        ({ name }) =>
          !['', false, undefined].includes(field[name.slice(prefix.length)]) && name !== `${prefix}key`,
      );
      fill(panel, field, false);
    }

    function read(control) {
      if (control.type === 'checkbox') return control.checked;
      if (!control.multiple) return control.value;
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
          if (!target.name) return;
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
