// The draft that is edited, those who follow it, and the steps that undo and redo.
(() => {
  const editor = (globalThis.formEditor ??= {});
  const most = 300;

  function openStore(draft) {
    const followers = [];
    let current = draft;
    let undone = [];
    const steps = [];

    /** @param origin `edit`, `undo` or `others` */
    function become(next, origin) {
      const before = current;
      current = next;
      for (const follow of followers) follow(before, next, origin);
    }

    /**
     * Makes an edit, which can be undone.
     * @param words the edit as it is announced
     * @param joined edits with the same name, one after the other, are undone together
     */
    function edit(changes, words, joined = null) {
      const next = editor.apply(current, changes);
      const last = steps.at(-1);
      if (joined !== null && last?.joined === joined && undone.length === 0) last.after = next;
      else steps.push({ before: current, after: next, words, joined });
      if (steps.length > most) steps.shift();
      undone = [];
      become(next, 'edit');
    }

    function step(from, to, read) {
      const last = from.pop();
      if (!last) return null;
      to.push(last);
      // Only what the step changed: the changes of others since then stay.
      become(editor.apply(current, read(last)), 'undo');
      return last;
    }

    return {
      get draft() {
        return current;
      },
      fieldOf: (id) => current.fields.find((field) => field.id === id),
      placeOf: (id) => current.fields.findIndex((field) => field.id === id),
      follow: (follower) => followers.push(follower),
      edit,
      /** The next edit is undone by itself. */
      part() {
        const last = steps.at(-1);
        if (last) last.joined = null;
      },
      receive: (next) => become(next, 'others'),
      canUndo: () => steps.length > 0,
      canRedo: () => undone.length > 0,
      undo: () => step(steps, undone, ({ before, after }) => editor.between(after, before)),
      redo: () => step(undone, steps, ({ before, after }) => editor.between(before, after)),
    };
  }

  Object.assign(editor, { openStore });
})();
