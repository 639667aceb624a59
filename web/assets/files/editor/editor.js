// Starts the editor of a form on its page. Without it, the buttons of the page do the same with a new page each.
(() => {
  const editor = (globalThis.formEditor ??= {});
  const toastMs = 10_000;

  function openSpeech(root, undo) {
    const said = root.querySelector('#said');
    const toast = document.createElement('div');
    toast.className = 'toast';
    toast.hidden = true;
    const words = document.createElement('span');
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'plain', textContent: 'Undo' });
    toast.append(words, button);
    root.append(toast);
    let timer = 0;
    const hide = () => {
      toast.hidden = true;
    };
    button.addEventListener('click', () => {
      hide();
      undo();
    });
    /** Announces an act. @param canUndo whether a button to undo it is shown for a while */
    return (text, canUndo = false) => {
      // The same words again are announced again.
      said.textContent = said.textContent === text ? `${text}\u00a0` : text;
      clearTimeout(timer);
      toast.hidden = !canUndo;
      words.textContent = text;
      timer = setTimeout(hide, toastMs);
    };
  }

  /** The texts of the form beside its questions. */
  function openDetails(form, store) {
    const names = ['title', 'description', 'slug', 'language', 'timeZone'];
    const controls = names.map((name) => form.elements[name]);
    for (const control of controls)
      control.addEventListener('input', () => {
        const { name, value } = control;
        store.edit(
          { details: { [name]: value } },
          `Changed the ${name === 'timeZone' ? 'time zone' : name}`,
          `form ${name}`,
        );
      });
    const fill = () => {
      for (const control of controls)
        if (control.value !== store.draft.details[control.name])
          control.value = store.draft.details[control.name];
    };
    store.follow((_, __, origin) => origin !== 'edit' && fill());
    fill();
    const suggest = () =>
      document
        .getElementById('time-zones')
        .append(...Intl.supportedValuesOf('timeZone').map((zone) => new Option('', zone)));
    form.elements.timeZone.addEventListener('focus', suggest, { once: true });
  }

  function wordsOf({ details = {}, fields = [], removed = [], placed = [] }, store) {
    const questions = fields.map(({ id }) => store.placeOf(id) + 1).filter((place) => place > 0);
    const parts = [
      ...(questions.length > 0 ? [`question ${questions.slice(0, 5).join(', ')}`] : []),
      ...(removed.length > 0 ? ['removed questions'] : []),
      ...(questions.length === 0 && placed.length > 0 ? ['the order'] : []),
      ...(Object.keys(details).length > 0 ? ['the details of the form'] : []),
    ];
    return parts.join(' and ');
  }

  function mark(item) {
    item?.classList.add('others');
    setTimeout(() => item?.classList.remove('others'), 4_000);
  }

  async function start(root) {
    const form = root.querySelector('#edit-form');
    const address = `/console/forms/${root.dataset.form}/draft`;
    const token = form.elements._token.value;
    // Without headers of its own, so that the answer is the one that the page has already asked for.
    const response = await fetch(address);
    if (!response.ok) return;
    const first = await response.json();
    const store = editor.openStore(editor.draftIn(first));
    const list = root.querySelector('#questions');
    const template = root.querySelector('#settings-template');
    const icon = (name) => `#icon-${name}`;
    const names = new Map(
      [...root.querySelectorAll('#picker [data-kind]')].map((button) => [
        button.dataset.kind,
        button.textContent.trim(),
      ]),
    );
    const withChoices = new Set(
      template.content.querySelector('[data-list=options]').dataset.kinds.split(' '),
    );
    const say = openSpeech(root, () => acts.undo());
    const saved = root.querySelector('#saved');
    const show = (text, isProblem = false) => {
      if (saved.textContent !== text) saved.textContent = text;
      saved.classList.toggle('fault', isProblem);
    };
    const onConflicts = editor.openConflicts({ dialog: root.querySelector('#conflict'), store, names, say });
    const sync = editor.openSync({
      address,
      token,
      key: `formlog-draft-${root.dataset.form}`,
      first,
      store,
      show,
      onConflicts,
      onOthers(by, changes) {
        for (const { id } of changes.fields ?? []) mark(rows.itemOf(id));
        say(`${by.join(', ') || 'Someone else'} changed ${wordsOf(changes, store) || 'the form'}.`);
      },
      onState({ hasChanges, outdated = [] }) {
        root.querySelector('[data-discard]').hidden = !hasChanges;
        if (outdated.length > 0 && !root.querySelector('.outdated'))
          show(
            'The form was changed elsewhere, too. Open this page again to choose between the versions.',
            true,
          );
      },
    });
    const settings = editor.openSettings({ template, store, icon, isPublished: sync.isPublished, say });
    const rows = editor.openRows({ list, store, icon, names, withChoices, settings });
    const addButton = root.querySelector('[data-act=add]');
    const pickKind = editor.openPicker(root.querySelector('#picker'));
    const acts = editor.openActs({ list, store, rows, pickKind, say, names, addButton });
    editor.openDragging({ list, store, moveTo: acts.moveTo });
    openDetails(form, store);

    const [undo, redo] = ['undo', 'redo'].map((act) => root.querySelector(`.edit-bar [data-act=${act}]`));
    const refresh = () => {
      undo.disabled = !store.canUndo();
      redo.disabled = !store.canRedo();
    };
    store.follow(refresh);
    undo.addEventListener('click', acts.undo);
    redo.addEventListener('click', acts.redo);
    addButton.addEventListener('click', (event) => {
      event.preventDefault();
      acts.insert(store.draft.fields.at(-1)?.id ?? null);
    });
    root.querySelector('[data-act=add-first]')?.addEventListener('click', (event) => {
      event.preventDefault();
      acts.insert(null);
    });
    const toggle = root.querySelector('[data-act=preview]');
    undo.hidden = redo.hidden = toggle.hidden = false;
    for (const part of root.querySelectorAll('[data-without-script]')) part.hidden = true;
    // What is in the controls is already saved.
    form.elements.was.disabled = true;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const { name, value } = event.submitter ?? {};
      if (name !== 'action' || value === 'save') return void sync.flush();
      if (!(await sync.flush())) return say('Not done: your changes are not saved yet.');
      const action = document.createElement('input');
      Object.assign(action, { type: 'hidden', name, value });
      form.append(action);
      form.submit();
    });
    root.addEventListener('click', (event) => {
      const link = event.target.closest('[data-open]');
      if (!link) return;
      event.preventDefault();
      rows.setOpen(link.dataset.open, true);
      rows.itemOf(link.dataset.open)?.scrollIntoView({ block: 'center' });
      rows.focus(link.dataset.open);
    });
    const opened = form.elements.open.value;
    if (opened) rows.setOpen(opened, true);
    editor.openPreview({
      pane: root.querySelector('#preview'),
      toggle,
      address: `/console/forms/${root.dataset.form}/preview`,
      token,
      store,
      list,
    });
    sync.recover();
    root.dataset.ready = 'yes';
  }

  const root = globalThis.document?.getElementById('editor');
  if (root) start(root);
})();
