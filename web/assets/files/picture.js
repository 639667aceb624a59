// A picture that is too large is made smaller in the browser, and each chosen picture is shown. Without this script the service
// says what is too large.
(() => {
  const qualities = [0.9, 0.8, 0.65, 0.5, 0.35];

  const encoded = (canvas, type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality));

  /** Draws a picture, at most as large as its place needs. */
  const drawn = (image, width, height) => {
    const scale = Math.min(1, width / image.width, height / image.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };

  /** Returns a picture within the limits; null if none can be made. */
  const smaller = async (file, most, [width, height]) => {
    const image = await createImageBitmap(file);
    for (const size of [1, 0.75, 0.5]) {
      const canvas = drawn(image, width * size, height * size);
      for (const quality of qualities) {
        const blob = await encoded(canvas, 'image/webp', quality);
        if (blob && blob.size <= most)
          return new File([blob], file.name.replace(/\.\w+$/, '') + '.' + blob.type.split('/')[1], {
            type: blob.type,
          });
      }
    }
    return null;
  };

  const show = (input, file) => {
    const reader = new FileReader();
    reader.onload = () => {
      const field = input.closest('fieldset');
      let place = field.querySelector('.present-picture');
      if (!place) {
        place = document.createElement('p');
        place.className = 'present-picture';
        field.querySelector('legend').after(place);
      }
      const image = document.createElement('img');
      image.src = reader.result;
      image.alt = 'The chosen picture';
      place.replaceChildren(image);
      const removed = field.querySelector('input[type="checkbox"]');
      if (removed) removed.checked = false;
    };
    reader.readAsDataURL(file);
  };

  const take = async (input) => {
    const [file] = input.files;
    if (!file) return;
    const most = Number(input.dataset.mostBytes);
    let chosen = file;
    if (file.size > most) {
      // A file that the browser cannot read stays, and the service says why it is refused.
      const made = await smaller(file, most, input.dataset.fit.split(' ').map(Number)).catch(() => null);
      if (made) {
        const list = new DataTransfer();
        list.items.add(made);
        input.files = list.files;
        chosen = made;
      }
    }
    if (/^image\/(png|jpeg|webp|gif)$/.test(chosen.type)) show(input, chosen);
  };

  document.addEventListener('change', (event) => {
    if (event.target.matches('input[data-picture]')) void take(event.target);
  });
})();
