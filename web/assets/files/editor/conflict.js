// Shows both versions of what two people have changed, for one of them to choose.
(() => {
  const editor = (globalThis.formEditor ??= {});

  function inWords(version, names) {
    if (version === null) return 'Removed';
    if (typeof version === 'string') return version === '' ? 'Blank' : version;
    const { label, kind, required, hidden, help, options } = version;
    const parts = [
      label === '' ? 'Untitled' : label,
      names.get(kind),
      required ? 'required' : '',
      hidden ? 'hidden' : '',
      help,
      options.map((option) => option.label).join(', '),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  function openConflicts({ dialog, store, names, say }) {
    const waiting = [];
    const place = dialog.querySelector('.versions');

    function versionOf(title, version, label, choose) {
      const part = document.createElement('div');
      const [heading, words, button] = ['h3', 'p', 'button'].map((name) => document.createElement(name));
      heading.textContent = title;
      words.textContent = inWords(version, names);
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', choose);
      part.append(heading, words, button);
      return part;
    }

    function next() {
      const [conflict] = waiting;
      if (!conflict) return dialog.close();
      const { subject, mine, theirs, by } = conflict;
      const at = store.placeOf(subject);
      const about = subject.startsWith('form:')
        ? `the ${subject.slice(5)} of the form`
        : at < 0
          ? 'a question'
          : `question ${at + 1}`;
      dialog.querySelector('p').textContent = `You and ${by} have both changed ${about}. Which one stays?`;
      const choose = (version, words) => () => {
        waiting.shift();
        if (version !== undefined)
          store.edit(editor.changesTo(subject, version), `Chose a version of ${about}`);
        say(words);
        next();
      };
      place.replaceChildren(
        versionOf('Yours', mine, 'Keep mine', choose(mine, 'Your version stays.')),
        versionOf(`Of ${by}`, theirs, 'Take theirs', choose(undefined, 'The other version stays.')),
      );
      if (!dialog.open) dialog.showModal();
    }
    // Without a choice, neither version would be lost by accident.
    dialog.addEventListener('cancel', (event) => event.preventDefault());

    return (conflicts, by) => {
      waiting.push(...conflicts.map((each) => ({ ...each, by: by.join(', ') || 'someone else' })));
      next();
    };
  }

  Object.assign(editor, { openConflicts });
})();
