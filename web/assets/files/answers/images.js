// Charts as PNG: the image that the server draws, painted on a canvas and downloaded.
(() => {
  /** So many pixels of the file for each pixel of the image, so that it is sharp in print. */
  const scale = 2;

  const loaded = (source) =>
    new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = () => resolve(image);
      image.onerror = reject;
      image.src = source;
    });

  const nameIn = (answer) => {
    const header = answer.headers.get('content-disposition') ?? '';
    const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
    const [, plain] = /filename="([^"]+)"/i.exec(header) ?? [];
    return (encoded ? decodeURIComponent(encoded) : (plain ?? 'chart.svg')).replace(/\.svg$/, '.png');
  };

  const save = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`);
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(content);
    link.download = nameIn(answer);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };

  const showButtons = () => {
    for (const button of document.querySelectorAll('button[data-png][hidden]')) button.hidden = false;
  };
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('button[data-png]');
    if (!button) return;
    button.setAttribute('aria-busy', 'true');
    // Without it, the link beside the button still leads to the image, and to the reason.
    await save(button.dataset.png).catch(() => location.assign(button.dataset.png));
    button.removeAttribute('aria-busy');
  });
  document.addEventListener('htmx:load', showButtons);
  showButtons();
})();
