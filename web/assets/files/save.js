// Saves a form while a person fills it in, says so, and keeps quiet otherwise.
(() => {
  const everyMs = 5_000;
  // The pauses after failures, in ms; the last one is repeated.
  const pausesMs = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000];
  // In a frame of another site, the browser would not find the answers again.
  if (window.parent !== window) return;
  const times = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { timeStyle: 'short' });

  function saveOf(form, place) {
    const { save: address, saved: savedText, failed: failedText } = place.dataset;
    const token = form.elements.formToken;
    let isChanged = false;
    let isFinal = false;
    let isSaving = false;
    let failures = 0;
    let timer = 0;

    const say = (text) => {
      if (place.textContent !== text) place.textContent = text;
    };
    // Files are sent with the form.
    const contentOf = () =>
      new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === 'string'));

    function plan(pauseMs) {
      if (timer === 0 && !isFinal) timer = setTimeout(() => save(false), pauseMs);
    }

    function fail(text) {
      isChanged = true;
      delete form.dataset.saved;
      if (failures === 0 || isFinal) say(text);
      plan(pausesMs[Math.min(failures, pausesMs.length - 1)]);
      failures += 1;
    }

    async function read(response) {
      const { token: next, message = '', is_final: isLast } = await response.json();
      // A sending in progress has the token that it has.
      if (next && !form.dataset.sent) token.value = next;
      isFinal = Boolean(isLast);
      if (!response.ok) return fail(message || failedText);
      failures = 0;
      if (!isChanged) form.dataset.saved = 'yes';
      say(`${savedText.replace('%', times.format(new Date()))} ${message}`.trim());
    }

    async function save(isLeaving) {
      clearTimeout(timer);
      timer = 0;
      // A form that is sent is not saved.
      if (!isChanged || isFinal || form.dataset.sent || (isSaving && !isLeaving)) return;
      isSaving = true;
      isChanged = false;
      try {
        const headers = { accept: 'application/json' };
        await read(
          await fetch(address, { method: 'POST', headers, body: contentOf(), keepalive: isLeaving }),
        );
      } catch {
        fail(failedText);
      } finally {
        isSaving = false;
        if (isChanged) plan(everyMs);
      }
    }

    form.addEventListener('input', () => {
      isChanged = true;
      delete form.dataset.saved;
      plan(everyMs);
    });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) save(true);
    });
    addEventListener('pagehide', () => save(true));
  }

  for (const form of document.querySelectorAll('form[data-form]')) {
    const place = form.querySelector('[data-save]');
    if (place) saveOf(form, place);
  }
})();
