// The form as people will see it, at the side, in step with the edits.
(() => {
  const editor = (globalThis.formEditor ??= {});
  const pauseMs = 250;
  const wide = matchMedia('(min-width: 62rem)');

  function openPreview({ pane, toggle, address, token, store, list }) {
    const pages = pane.querySelector('.shown-form');
    const parts = new Map();
    const waiting = new Set();
    let timer = 0;
    let isShown = false;

    const head = document.createElement('div');
    const [title, description] = ['h3', 'p'].map((name) => document.createElement(name));
    head.append(title, description);

    function drawDetails() {
      title.textContent = store.draft.details.title;
      description.textContent = store.draft.details.description;
    }

    /** Brings the parts into the order of the questions. */
    function arrange() {
      const present = new Set(store.draft.fields.map(({ id }) => id));
      for (const [id, part] of parts)
        if (!present.has(id)) {
          part.remove();
          parts.delete(id);
        }
      let before = head;
      for (const { id } of store.draft.fields) {
        const part = parts.get(id) ?? document.createElement('section');
        parts.set(id, part);
        if (before.nextSibling !== part) before.after(part);
        before = part;
      }
    }

    async function draw() {
      timer = 0;
      const fields = store.draft.fields.filter(({ id }) => waiting.has(id));
      const { language, timeZone } = store.draft.details;
      waiting.clear();
      if (fields.length === 0) return;
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-form-token': token },
          body: JSON.stringify({ language, timeZone, fields }),
        });
        if (!response.ok) return;
        const { lang = '', dir = '', questions } = await response.json();
        Object.assign(pages, { lang, dir });
        for (const { id, html } of questions) if (parts.has(id)) parts.get(id).innerHTML = html;
      } catch {
        // Without a connection, the preview stays as it was until the next edit.
        for (const { id } of fields) waiting.add(id);
      }
    }
    function plan(fields) {
      for (const { id } of fields) waiting.add(id);
      if (timer === 0) timer = setTimeout(draw, pauseMs);
    }

    function show(isWanted) {
      pane.hidden = !isWanted;
      toggle.setAttribute('aria-pressed', String(isWanted));
      if (!isWanted || isShown) return;
      isShown = true;
      pages.replaceChildren(head);
      drawDetails();
      arrange();
      plan(store.draft.fields);
    }

    function point(id) {
      for (const part of pages.querySelectorAll('.current')) part.classList.remove('current');
      const part = parts.get(id);
      if (!part || pane.hidden) return;
      part.classList.add('current');
      pane.scrollTop = part.offsetTop - pane.clientHeight / 3;
    }

    store.follow((before, after) => {
      if (!isShown) return;
      const known = new Set(before.fields);
      drawDetails();
      arrange();
      const { language, timeZone } = after.details;
      const isOther = language !== before.details.language || timeZone !== before.details.timeZone;
      plan(isOther ? after.fields : after.fields.filter((field) => !known.has(field)));
    });
    list.addEventListener('focusin', ({ target }) => point(target.closest('li[data-id]')?.dataset.id));
    toggle.addEventListener('click', () => show(pane.hidden));
    wide.addEventListener('change', () => show(wide.matches));
    show(wide.matches);
  }

  Object.assign(editor, { openPreview });
})();
