// Puts a form into a page of another site: <script src=".../embed.js" data-form="ID" async></script>
// The frame grows with the form, which tells its height and its title. A data-title names the frame otherwise.
(() => {
  const script = document.currentScript;
  const { origin } = new URL(script.src);
  const frame = document.createElement('iframe');
  frame.src = `${origin}/f/${encodeURIComponent(script.dataset.form)}`;
  frame.title = script.dataset.title || 'Form';
  frame.loading = 'lazy';
  Object.assign(frame.style, { width: '100%', height: '30rem', border: '0', display: 'block' });
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || !data) return;
    if (data.formlogHeight > 0) frame.style.height = `${Math.ceil(data.formlogHeight)}px`;
    if (data.formlogTitle && !script.dataset.title) frame.title = String(data.formlogTitle);
  });
  script.replaceWith(frame);
})();
