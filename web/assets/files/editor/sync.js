// Saves changes as they are made, shows those of others, and keeps on the device what could not be saved.
(() => {
  const editor = (globalThis.formEditor ??= {});
  /** How long after an edit it is saved, between looks for changes of others, and before a failed save is tried again, in ms. */
  const [saveMs, pollMs, againMs, keepMs] = [2_000, 4_000, 5_000, 300];

  const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
  const texts = {
    saving: 'Saving…',
    offline: 'Offline: kept on this device, will be saved when the connection is back.',
    signedOut:
      'Not saved: you are signed out. Your changes are kept on this device: sign in, then open this page again.',
  };

  /** A question without the settings that are blank, for one that the form does not have. */
  const compact = (field) =>
    Object.fromEntries(
      Object.entries(field).filter(([, value]) => value !== '' && value !== false && value.length !== 0),
    );

  /** The draft of an answer; questions that did not change are the same objects as before. */
  function draftIn({ details, fields }, before) {
    const known = new Map(before?.fields.map((field) => [field.id, field]));
    return {
      details,
      fields: fields.map((given) => {
        const [field, was] = [editor.newField(given), known.get(given.id)];
        return editor.isSameField(was, field) ? was : field;
      }),
    };
  }

  function openSync({ address, token, key, first, store, show, onOthers, onConflicts, onState }) {
    let { revision, formRevision } = first;
    let published = new Set(first.published);
    let synced = store.draft;
    let running = null;
    let timer = 0;
    let keepTimer = 0;
    let failure = '';

    const unsaved = () => editor.between(synced, store.draft);
    const isSaved = () => store.draft === synced || editor.isNothing(unsaved());
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-form-token': token };

    function keep() {
      clearTimeout(keepTimer);
      keepTimer = 0;
      const changes = unsaved();
      if (editor.isNothing(changes)) return localStorage.removeItem(key);
      const was = Object.fromEntries(
        editor.subjectsOf(changes).map((subject) => [subject, editor.versionIn(synced, subject)]),
      );
      localStorage.setItem(key, JSON.stringify({ changes, was }));
    }

    function fail(words) {
      failure = words;
      show(words, true);
      keep();
      plan(againMs);
    }
    function plan(pauseMs) {
      if (timer === 0) timer = setTimeout(run, pauseMs);
    }
    function run() {
      clearTimeout(timer);
      timer = 0;
      running ??= save().finally(() => {
        running = null;
        if (!isSaved()) plan(failure === '' ? saveMs : againMs);
      });
      return running;
    }

    async function read(response) {
      const isJson = response.headers.get('content-type')?.includes('json');
      if (
        response.status === 401 ||
        response.status === 403 ||
        (response.ok && !isJson && response.status !== 204)
      ) {
        fail(texts.signedOut);
        return null;
      }
      if (response.ok || response.status === 409) return response.status === 204 ? {} : response.json();
      fail(`Not saved: the service answered ${response.status}. It is tried again.`);
      return null;
    }

    async function save() {
      if (isSaved()) {
        if (failure !== '') {
          failure = '';
          await pull().catch(() => fail(texts.offline));
        }
        return settle();
      }
      const sent = store.draft;
      const changes = editor.between(synced, sent);
      const fields = changes.fields?.map((field) =>
        synced.fields.some(({ id }) => id === field.id) || published.has(field.id) ? field : compact(field),
      );
      const body = JSON.stringify({
        seen: revision,
        formRevision,
        changes: { ...changes, ...(fields && { fields }) },
      });
      show(texts.saving);
      let response;
      try {
        response = await fetch(address, { method: 'POST', headers, body });
      } catch {
        return fail(texts.offline);
      }
      const answer = await read(response);
      if (!answer) return;
      failure = '';
      if (response.ok) {
        const isNext = answer.revision <= revision + 1;
        synced = sent;
        if (isNext) ({ revision } = answer);
        else await pull().catch(() => fail(texts.offline));
        onState({ hasChanges: true });
      } else await pull().catch(() => fail(texts.offline));
      settle();
    }

    function settle() {
      if (!isSaved() || failure !== '') return;
      failure = '';
      keep();
      show(`Saved ${times.format(new Date())}`);
    }

    /** Reads what others have changed, and joins it with what is not saved yet. */
    async function pull() {
      const response = await fetch(`${address}?seen=${revision}&form=${formRevision}`, { headers });
      if (response.status === 204) return;
      const state = await read(response);
      if (!state?.fields) return;
      const theirs = draftIn(state, synced);
      const { draft, conflicts } = editor.merge(synced, store.draft, theirs);
      const changes = editor.between(synced, theirs);
      ({ revision, formRevision } = state);
      published = new Set(state.published);
      synced = theirs;
      store.receive(
        conflicts.length === 0 && editor.isNothing(editor.between(theirs, draft)) ? theirs : draft,
      );
      onState(state);
      if (!editor.isNothing(changes)) onOthers(state.by, changes);
      if (conflicts.length > 0) onConflicts(conflicts, state.by);
    }

    /** What an earlier visit could not save. */
    function recover() {
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
      if (!kept) return;
      const before = Object.entries(kept.was).map(([subject, version]) => editor.changesTo(subject, version));
      const base = before.reduce(editor.apply, store.draft);
      const { draft, conflicts } = editor.merge(base, editor.apply(base, kept.changes), store.draft);
      const changes = editor.between(store.draft, draft);
      if (!editor.isNothing(changes)) store.edit(changes, 'Recovered changes that were not saved');
      if (conflicts.length > 0) onConflicts(conflicts, []);
      run();
    }

    store.follow((_, __, origin) => {
      if (origin === 'others') return;
      if (failure === '') show('Not saved yet…');
      plan(saveMs);
      if (keepTimer === 0) keepTimer = setTimeout(keep, keepMs);
    });
    addEventListener('online', run);
    addEventListener('pagehide', keep);
    addEventListener('beforeunload', (event) => {
      if (isSaved()) return;
      keep();
      event.preventDefault();
    });
    async function look() {
      if (document.hidden || running || failure !== '') return;
      running = pull()
        .catch(() => undefined)
        .finally(() => {
          running = null;
        });
    }
    setInterval(look, pollMs);
    document.addEventListener('visibilitychange', look);

    return {
      recover,
      isPublished: (id) => published.has(id),
      /** Saves at once. @returns whether everything is saved */
      async flush() {
        await running;
        await run();
        return isSaved();
      },
    };
  }

  Object.assign(editor, { openSync, draftIn });
})();
