// The form as people will see it, at the side, in step with the edits.
(() => {
  const editor = (globalThis.formEditor ??= {});
  /** How long after an edit it is shown, in ms, and how many questions from one in view on are shown. */
  const [pauseMs, ahead] = [250, 6];
  const wide = matchMedia('(min-width: 62rem)');

  function openPreview({ pane, toggle, address, token, store, list }) {
    const pages = pane.querySelector('.shown-form');
    const parts = new Map();
    /** The questions that were in view, or nearly, and those that are shown as they are now. */
    const seen = new Set();
    const drawn = new Map();
    let timer = 0;
    let isShown = false;
    let current = '';

    const head = document.createElement('div');
    const [title, description] = ['h3', 'p'].map((name) => document.createElement(name));
    head.append(title, description);

    function drawDetails() {
      title.textContent = store.draft.details.title;
      description.textContent = store.draft.details.description;
    }

    const sight = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) see(target);
      plan(0);
    });
    function see(part) {
      for (let next = part, more = ahead; next && more > 0; next = next.nextElementSibling, more--)
        seen.add(next.dataset.id);
    }

    function fill(part, html) {
      if (!part) return;
      part.innerHTML = html;
      part.dataset.drawn = 'yes';
    }

    function partOf(id) {
      const part = document.createElement('section');
      part.dataset.id = id;
      parts.set(id, part);
      sight.observe(part);
      return part;
    }

    /** Brings the parts into the order of the questions. */
    function arrange() {
      const present = new Set(store.draft.fields.map(({ id }) => id));
      for (const [id, part] of parts)
        if (!present.has(id)) {
          sight.unobserve(part);
          part.remove();
          parts.delete(id);
          drawn.delete(id);
        }
      const inOrder = store.draft.fields.map(({ id }) => parts.get(id) ?? partOf(id));
      editor.arrange(pages, inOrder, head);
    }

    async function draw() {
      timer = 0;
      const fields = store.draft.fields.filter(
        (field) => seen.has(field.id) && drawn.get(field.id) !== field,
      );
      if (fields.length === 0) return;
      const { language, timeZone } = store.draft.details;
      for (const field of fields) drawn.set(field.id, field);
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-form-token': token },
          body: JSON.stringify({ language, timeZone, fields }),
        });
        if (!response.ok) return;
        const { lang = '', dir = '', questions } = await response.json();
        Object.assign(pages, { lang, dir });
        for (const { id, html } of questions) fill(parts.get(id), html);
        if (fields.some(({ id }) => id === current)) bringIntoView(current);
      } catch {
        // Without a connection, the preview stays as it was until the next edit.
        for (const { id } of fields) drawn.delete(id);
      }
    }
    function plan(afterMs) {
      if (timer === 0) timer = setTimeout(draw, afterMs);
    }

    function show(isWanted) {
      pane.hidden = !isWanted;
      toggle.setAttribute('aria-pressed', String(isWanted));
      if (!isWanted || isShown) return;
      isShown = true;
      pages.replaceChildren(head);
      drawDetails();
      arrange();
    }

    function bringIntoView(id) {
      const part = parts.get(id);
      if (part) pane.scrollTop = part.offsetTop - pane.clientHeight / 3;
    }
    function point(id) {
      for (const part of pages.querySelectorAll('.current')) part.classList.remove('current');
      const part = parts.get(id);
      if (!part || pane.hidden) return;
      current = id;
      part.classList.add('current');
      bringIntoView(id);
    }

    store.follow((before, after) => {
      if (!isShown) return;
      drawDetails();
      arrange();
      const { language, timeZone } = after.details;
      if (language !== before.details.language || timeZone !== before.details.timeZone) drawn.clear();
      plan(pauseMs);
    });
    list.addEventListener('focusin', ({ target }) => point(target.closest('li[data-id]')?.dataset.id));
    toggle.addEventListener('click', () => {
      show(pane.hidden);
      // On small screens, the preview comes after all questions.
      if (!pane.hidden && !wide.matches) pane.scrollIntoView();
    });
    wide.addEventListener('change', () => show(wide.matches));
    show(wide.matches);
  }

  Object.assign(editor, { openPreview });
})();
