// Joins the changes of two people, question by question.
(() => {
  const editor = (globalThis.formEditor ??= {});

  /** The questions and details that changes are about; a detail has the prefix `form:`, which no id has. */
  const subjectsOf = ({ details = {}, fields = [], removed = [] }) => [
    ...Object.keys(details).map((name) => `form:${name}`),
    ...fields.map(({ id }) => id),
    ...removed,
  ];

  /** A question, null for one that is gone; or the text of a detail. */
  const versionIn = (draft, subject) =>
    subject.startsWith('form:')
      ? draft.details[subject.slice(5)]
      : (draft.fields.find(({ id }) => id === subject) ?? null);

  const isSameVersion = (one, other) =>
    typeof one === 'string' || one === null || other === null
      ? one === other
      : editor.isSameField(one, other);

  const without = ({ details = {}, fields = [], removed = [], placed = [] }, subjects) => ({
    details: Object.fromEntries(Object.entries(details).filter(([name]) => !subjects.has(`form:${name}`))),
    fields: fields.filter(({ id }) => !subjects.has(id)),
    removed: removed.filter((id) => !subjects.has(id)),
    placed,
  });

  /** Changes that give a subject this version, whatever it is before. */
  const changesTo = (subject, version) =>
    subject.startsWith('form:')
      ? { details: { [subject.slice(5)]: version } }
      : version === null
        ? { removed: [subject] }
        : { fields: [version] };

  /**
   * The draft of others with one's own changes. Where both have changed a question differently, the others' version stays, and the
   * conflict has both.
   */
  function merge(base, mine, theirs) {
    const own = editor.between(base, mine);
    const touched = new Set(subjectsOf(editor.between(base, theirs)));
    const conflicts = subjectsOf(own)
      .filter((subject) => touched.has(subject))
      .map((subject) => ({ subject, mine: versionIn(mine, subject), theirs: versionIn(theirs, subject) }))
      .filter((each) => !isSameVersion(each.mine, each.theirs));
    const subjects = new Set(conflicts.map(({ subject }) => subject));
    return { draft: editor.apply(theirs, without(own, subjects)), conflicts };
  }

  Object.assign(editor, { subjectsOf, versionIn, isSameVersion, changesTo, merge });
})();
