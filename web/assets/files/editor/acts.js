// Insert, duplicate, move, remove, undo and redo: with the pointer and with keys, announced, with the focus kept.
(() => {
  const editor = (globalThis.formEditor ??= {});

  /** Asks for the kind of a new question. */
  function openPicker(dialog) {
    let chosen = () => {};
    dialog.addEventListener('click', (event) => {
      const button = event.target.closest('[data-kind]');
      if (button) {
        event.preventDefault();
        dialog.close();
        chosen(button.dataset.kind);
      } else if (event.target === dialog || event.target.closest('[data-close]')) dialog.close();
    });
    dialog.addEventListener('keydown', (event) => {
      const buttons = [...dialog.querySelectorAll('[data-kind]')];
      const at = buttons.indexOf(document.activeElement);
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (at < 0 || by === undefined) return;
      event.preventDefault();
      buttons[(at + by + buttons.length) % buttons.length].focus();
    });
    return (then) => {
      chosen = then;
      dialog.showModal();
      dialog.querySelector('[data-kind]').focus();
    };
  }

  function openActs({ list, store, rows, pickKind, say, names, addButton }) {
    const nameOf = (id) => {
      const { label } = store.fieldOf(id) ?? {};
      return `question ${store.placeOf(id) + 1}${label ? `, ${label}` : ''}`;
    };

    function openNew(id) {
      rows.setOpen(id, true);
      rows.itemOf(id)?.scrollIntoView({ block: 'nearest' });
      rows.itemOf(id)?.querySelector('.settings :is(input, textarea)')?.focus();
    }

    /** @param after the id of the question before the new one; null for the first place */
    function insert(after) {
      pickKind((kind) => {
        const id = editor.newId();
        store.edit(
          { fields: [editor.newField({ id, kind })], placed: [{ id, after }] },
          `Added ${names.get(kind)}`,
        );
        openNew(id);
        say(`Added ${names.get(kind)} as question ${store.placeOf(id) + 1} of ${store.draft.fields.length}.`);
      });
    }

    function duplicate(id) {
      const copy = { ...store.fieldOf(id), id: editor.newId(), key: '' };
      store.edit({ fields: [copy], placed: [{ id: copy.id, after: id }] }, `Duplicated ${nameOf(id)}`);
      openNew(copy.id);
      say(`Duplicated. The copy is question ${store.placeOf(copy.id) + 1} of ${store.draft.fields.length}.`);
    }

    /** @param to the place, from 0, among the other questions */
    function moveTo(id, to) {
      const others = store.draft.fields.filter((field) => field.id !== id);
      const from = store.placeOf(id);
      const place = Math.max(0, Math.min(to, others.length));
      if (place === from)
        return say(from === 0 ? 'This is the first question.' : 'The question stays where it is.');
      store.edit({ placed: [{ id, after: others[place - 1]?.id ?? null }] }, `Moved ${nameOf(id)}`);
      rows.itemOf(id).scrollIntoView({ block: 'nearest' });
      say(`Moved to place ${place + 1} of ${others.length + 1}.`);
    }
    const move = (id, by) => moveTo(id, store.placeOf(id) + by);

    /** Focuses the question at a place, where another has gone, or the last one. */
    function focusAt(place) {
      const next = store.draft.fields[place] ?? store.draft.fields.at(-1);
      if (next) rows.focus(next.id);
      else addButton.focus();
    }

    function remove(id) {
      const at = store.placeOf(id);
      const words = `Removed ${nameOf(id)}`;
      store.edit({ removed: [id] }, words);
      focusAt(at);
      say(`${words}.`, true);
    }

    function step(read, verb, nothing) {
      const done = read();
      if (!done) return say(nothing);
      const { fields = [], removed = [], placed = [] } = editor.between(done.before, done.after);
      const about = fields[0]?.id ?? placed[0]?.id ?? removed[0];
      if (about && !list.contains(document.activeElement)) {
        const { fields: before } = [done.before, done.after].find((draft) =>
          draft.fields.some(({ id }) => id === about),
        );
        if (store.placeOf(about) >= 0) rows.focus(about);
        else focusAt(before.findIndex(({ id }) => id === about));
      }
      say(`${verb}: ${done.words}.`);
    }
    const undo = () => step(store.undo, 'Undone', 'There is nothing to undo.');
    const redo = () => step(store.redo, 'Done again', 'There is nothing to do again.');

    const acts = {
      up: (id) => move(id, -1),
      down: (id) => move(id, 1),
      duplicate,
      insert,
      remove,
    };

    list.addEventListener('click', (event) => {
      const id = event.target.closest('li[data-id]')?.dataset.id;
      const button = event.target.closest('[data-act]');
      if (button) acts[button.dataset.act](id);
      else if (event.target.closest('.head')) rows.setOpen(id, !rows.isOpen(id));
    });

    function goTo(id, key) {
      const { fields } = store.draft;
      const at = store.placeOf(id);
      const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: fields.length - 1 }[key];
      if (fields[to]) rows.focus(fields[to].id);
    }
    list.addEventListener('keydown', (event) => {
      const { key, altKey, ctrlKey, metaKey, target } = event;
      const id = target.closest('li[data-id]')?.dataset.id;
      if (!id || event.defaultPrevented || ctrlKey || metaKey) return;
      if (altKey && key === 'ArrowUp') move(id, -1);
      else if (altKey && key === 'ArrowDown') move(id, 1);
      else if (altKey || !target.matches('.head')) return;
      else if (['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) goTo(id, key);
      else if (key === 'Delete') remove(id);
      else return;
      event.preventDefault();
    });
    document.addEventListener('keydown', (event) => {
      const key = event.key.toLowerCase();
      const isText = event.target.matches('textarea, select, input:not([type=checkbox])');
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText) return;
      if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
      else return;
      event.preventDefault();
    });

    return { insert, moveTo, undo, redo };
  }

  Object.assign(editor, { openPicker, openActs });
})();
