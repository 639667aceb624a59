// Passkeys: makes one, or signs in with one, when a form asks for it. The form is sent with the answer of the device.
(() => {
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser;
  if (!browserSupportsWebAuthn()) return;

  const start = { get: startAuthentication, create: startRegistration };
  const texts = {
    NotAllowedError: 'Your device was not asked, or did not agree. Try again.',
    InvalidStateError: 'This device has a passkey for you already.',
    SecurityError: 'Passkeys need HTTPS, and the address of the service by its name.',
  };

  /** Asks the service for the options of the device. @throws Error with a text for people */
  async function optionsFor(form) {
    const response = await fetch(form.dataset.options, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(new FormData(form)),
    });
    const body = await response.json().catch(() => null);
    if (response.ok && body) return body;
    throw new Error(body?.problem ?? 'The service did not answer as expected. Try again in a minute.');
  }

  async function run(form) {
    const problem = form.querySelector('.problem');
    const button = form.querySelector('button');
    problem.hidden = true;
    button.disabled = true;
    try {
      const credential = await start[form.dataset.passkey]({ optionsJSON: await optionsFor(form) });
      form.elements.credential.value = JSON.stringify(credential);
      // The service has checked these already.
      for (const secret of form.querySelectorAll('[name=password], [name=code]')) secret.value = '';
      form.submit();
    } catch (error) {
      problem.textContent = texts[error.name] ?? error.message;
      problem.hidden = false;
    } finally {
      button.disabled = false;
    }
  }

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run(form);
    });
  }
})();
