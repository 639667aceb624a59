// The list of questions: a row for each, which shows its settings once it is opened.
(() => {
  const editor = (globalThis.formEditor ??= {});

  const acts = [
    ['up', 'Move up'],
    ['down', 'Move down'],
    ['duplicate', 'Duplicate', 'copy'],
    ['insert', 'Insert below', 'plus'],
    ['remove', 'Remove'],
  ];

  function openRows({ list, store, icon, names, withChoices, settings }) {
    const rows = new Map();

    const summaryOf = ({ kind, options, required, hidden }) =>
      [
        names.get(kind),
        ...(withChoices.has(kind)
          ? [`${options.length} ${options.length === 1 ? 'choice' : 'choices'}`]
          : []),
        ...(required ? ['required'] : []),
        ...(hidden ? ['hidden'] : []),
      ].join(' · ');

    function setText(element, text) {
      if (element.textContent !== text) element.textContent = text;
    }
    function textsOf(row, field) {
      const use = row.head.querySelector('use');
      if (use.getAttribute('href') !== icon(field.kind)) use.setAttribute('href', icon(field.kind));
      setText(row.head.querySelector('b'), field.label === '' ? 'Untitled' : field.label);
      setText(row.head.querySelector('small'), summaryOf(field));
    }

    /** A bar with a grip and a button, to be copied: faster for many rows than to read HTML for each. */
    const emptyBar = document.createElement('div');
    emptyBar.className = 'bar';
    emptyBar.innerHTML =
      `<span class="grip"><svg class="icon" aria-hidden="true"><use href="${icon('grip')}"/></svg></span>` +
      `<button type="button" class="head" aria-expanded="false"></button>`;

    /** Turns the link of a page without script into a button with a grip before it. */
    function adopt(item, field) {
      const link = item.querySelector('.head');
      const bar = emptyBar.cloneNode(true);
      const head = bar.lastChild;
      head.append(...link.childNodes);
      link.replaceWith(bar);
      item.querySelector('.settings')?.remove();
      const row = { item, head, bar, field, panel: null, acts: null };
      rows.set(field.id, row);
      return row;
    }

    function make(field) {
      const item = document.createElement('li');
      item.id = `question-${field.id}`;
      item.dataset.id = field.id;
      item.innerHTML = `<a class="head"><svg class="icon" aria-hidden="true"><use/></svg><b></b> <small></small></a>`;
      const row = adopt(item, field);
      textsOf(row, field);
      return row;
    }

    /** The buttons of a row, made when they are first needed. */
    function showActs(row) {
      if (row.acts) return;
      row.acts = document.createElement('div');
      row.acts.className = 'acts';
      for (const [act, title, picture = act] of acts) {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.act = act;
        button.title = title;
        button.setAttribute('aria-label', title);
        button.innerHTML = `<svg class="icon" aria-hidden="true"><use href="${icon(picture)}"/></svg>`;
        row.acts.append(button);
      }
      row.bar.append(row.acts);
    }

    function setOpen(id, isOpen) {
      const row = rows.get(id);
      if (!row || isOpen === Boolean(row.panel)) return;
      row.head.setAttribute('aria-expanded', String(isOpen));
      row.item.classList.toggle('open', isOpen);
      if (isOpen) {
        showActs(row);
        row.panel = settings.show(row.item, store.fieldOf(id));
      } else {
        row.panel.remove();
        row.panel = null;
      }
    }

    /** Brings the list in line with a draft; rows that stay keep their place in the document, and so the focus. */
    function follow(before, after, origin) {
      const focused = list.contains(document.activeElement) ? document.activeElement : null;
      const present = new Set(after.fields.map(({ id }) => id));
      for (const [id, row] of rows)
        if (!present.has(id)) {
          row.item.remove();
          rows.delete(id);
        }
      for (const field of after.fields) {
        const row = rows.get(field.id) ?? make(field);
        if (row.field !== field) {
          const isOtherKind = row.field.kind !== field.kind;
          row.field = field;
          textsOf(row, field);
          if (row.panel) settings.update(row.panel, field, { isOtherKind, isTyped: origin === 'edit' });
        }
      }
      place(after.fields);
      // An element that moves loses the focus.
      if (focused?.isConnected && document.activeElement !== focused) focused.focus();
    }

    const place = (fields) =>
      editor.arrange(
        list,
        fields.map(({ id }) => rows.get(id).item),
      );

    for (const field of store.draft.fields) {
      const item = document.getElementById(`question-${field.id}`);
      if (item) textsOf(adopt(item, field), field);
      else make(field);
    }
    for (const item of [...list.children]) if (!rows.has(item.dataset.id)) item.remove();
    place(store.draft.fields);
    store.follow(follow);
    const rowIn = ({ target }) => rows.get(target.closest?.('li[data-id]')?.dataset.id);
    for (const type of ['focusin', 'pointerover'])
      list.addEventListener(type, (event) => {
        const row = rowIn(event);
        if (row) showActs(row);
      });

    return {
      setOpen,
      isOpen: (id) => Boolean(rows.get(id)?.panel),
      itemOf: (id) => rows.get(id)?.item,
      focus: (id) => rows.get(id)?.head.focus(),
      /** Focuses a button of a question; its head where the button is none. */
      focusAct(id, act) {
        const row = rows.get(id);
        if (row) showActs(row);
        (row?.acts?.querySelector(`[data-act="${act}"]`) ?? row?.head)?.focus();
      },
    };
  }

  Object.assign(editor, { openRows });
})();
