// Uploads files as soon as they are chosen, in parts that continue after an interruption, by the protocol tus.
(() => {
  const partBytes = 4 * 1024 * 1024;
  const pausesMs = [500, 1_000, 2_000, 5_000, 10_000];
  const running = new Set();
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const encoded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const tus = (method, url, headers = {}, body) =>
    fetch(url, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) });

  class Refused extends Error {}

  /** Where a file was uploaded to before, on this device: by its name, size and time. */
  const memory = (input, { name, size, lastModified }) => {
    const key = `upload ${input.form.getAttribute('action')} ${input.name} ${name} ${size} ${lastModified}`;
    return {
      get: () => localStorage.getItem(key),
      set: (url) => localStorage.setItem(key, url),
      forget: () => localStorage.removeItem(key),
    };
  };

  async function begin(input, file) {
    const token = input.form.elements.formToken.value;
    const metadata = Object.entries({ token, field: input.name, filename: file.name })
      .map(([name, value]) => `${name} ${encoded(value)}`)
      .join(',');
    const headers = { 'upload-length': String(file.size), 'upload-metadata': metadata };
    const made = await tus('POST', input.dataset.upload, headers);
    if (made.status !== 201) throw await refusal(made);
    return made.headers.get('location');
  }

  /** A refusal is final; of other failures the upload recovers. */
  async function refusal(answer) {
    if (answer.status < 400 || answer.status >= 500 || [408, 409, 423, 429].includes(answer.status))
      return new Error(`answered ${answer.status}`);
    const { error } = await answer.json().catch(() => ({ error: {} }));
    return Object.assign(new Refused(error.message), { status: answer.status, type: error.details?.type });
  }

  /** The number of bytes that have arrived; null for an upload that is gone. */
  async function offsetOf(url) {
    const head = await tus('HEAD', url);
    if (head.status === 404) return null;
    if (!head.ok) throw new Error(`answered ${head.status}`);
    return Number(head.headers.get('upload-offset'));
  }

  /** @returns the id of the file */
  async function upload(input, file, onProgress) {
    const known = memory(input, file);
    for (let failures = 0; ;) {
      try {
        let url = known.get();
        let offset = url && (await offsetOf(url));
        if (offset === null) {
          url = await begin(input, file);
          offset = 0;
          known.set(url);
        }
        while (offset < file.size) {
          onProgress(offset / file.size);
          const headers = {
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          };
          const sent = await tus('PATCH', url, headers, file.slice(offset, offset + partBytes));
          if (sent.status !== 204) throw await refusal(sent);
          offset = Number(sent.headers.get('upload-offset'));
          failures = 0;
        }
        known.forget();
        return url.split('/').at(-1);
      } catch (error) {
        if (error instanceof Refused) known.forget();
        if (error instanceof Refused || failures >= pausesMs.length) throw error;
        await pause(pausesMs[failures++]);
      }
    }
  }

  function messageOf({ dataset }, { name }, error) {
    const text =
      error.status === 413 ? dataset.tooLarge : error.status === 415 ? dataset.wrongType : dataset.lost;
    return text.replace('{name}', name).replace('{type}', error.type ?? '');
  }

  /** Shows a file with its progress; a box for it once it has arrived. */
  async function add(input, list, file) {
    const row = list.appendChild(document.createElement('label'));
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', disabled: true });
    const name = Object.assign(document.createElement('span'), { dir: 'auto', textContent: file.name });
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    bar.setAttribute('aria-label', file.name);
    row.append(box, name, bar);
    try {
      const id = await upload(input, file, (part) => (bar.value = part));
      Object.assign(box, { name: input.name, value: `${id} ${file.name}`, checked: true, disabled: false });
      bar.remove();
      input.required = false;
      // The page saves itself with the file.
      input.form.dispatchEvent(new Event('input'));
    } catch (error) {
      const fault = Object.assign(document.createElement('small'), { className: 'fault' });
      fault.setAttribute('role', 'alert');
      fault.dataset.failed = '';
      fault.textContent = messageOf(input, file, error);
      row.replaceWith(fault);
    }
  }

  for (const input of document.querySelectorAll('input[type=file][data-upload]')) {
    const list = input.closest('fieldset').querySelector('[data-files]');
    input.addEventListener('change', () => {
      const chosen = [...input.files];
      // What is uploaded here is not sent again with the form.
      input.value = '';
      for (const fault of list.querySelectorAll('.fault')) fault.remove();
      const room = Number(input.dataset.maxFiles) - list.querySelectorAll('label').length;
      if (chosen.length > room) {
        const fault = Object.assign(document.createElement('small'), { className: 'fault' });
        fault.textContent = input.dataset.tooMany;
        list.append(fault);
      }
      for (const file of chosen.slice(0, Math.max(0, room))) {
        const task = add(input, list, file).finally(() => running.delete(task));
        running.add(task);
      }
    });
  }

  // The form is sent once its files have arrived.
  addEventListener(
    'submit',
    (event) => {
      if (running.size === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { target, submitter } = event;
      submitter?.setAttribute('aria-busy', 'true');
      void Promise.all(running).then(() => {
        submitter?.removeAttribute('aria-busy');
        if (!target.querySelector('[data-files] [data-failed]')) target.requestSubmit(submitter);
      });
    },
    { capture: true },
  );
})();
