// The choice of rows in a list: all of a page, several with Shift, and how many are chosen.
(() => {
  const boxes = () => [...document.querySelectorAll('input[type=checkbox][form=chosen]')];
  let last = null;

  const show = () => {
    const acts = document.querySelector('#chosen');
    if (!acts) return;
    const all = boxes();
    const count = all.filter((box) => box.checked).length;
    const status = acts.querySelector('.chosen-count');
    const text = count === 0 ? status.dataset.none : `${count} of ${all.length} on this page chosen.`;
    if (status.textContent !== text) status.textContent = text;
    for (const button of acts.querySelectorAll('button')) button.disabled = count === 0;
    let whole = acts.querySelector('#choose-page');
    if (!whole) {
      const label = document.createElement('label');
      label.className = 'check';
      whole = Object.assign(document.createElement('input'), { type: 'checkbox', id: 'choose-page' });
      label.append(whole, ' All on this page');
      acts.prepend(label);
    }
    whole.checked = count > 0 && count === all.length;
    whole.indeterminate = count > 0 && count < all.length;
  };

  document.addEventListener('change', ({ target }) => {
    if (target.id === 'choose-page') for (const box of boxes()) box.checked = target.checked;
    if (target.id === 'choose-page' || target.matches('input[form=chosen]')) show();
  });
  document.addEventListener('click', (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.matches('input[form=chosen]')) return;
    const all = boxes();
    if (event.shiftKey && last && all.includes(last)) {
      const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
      for (const each of all.slice(from, to + 1)) each.checked = box.checked;
    }
    last = box;
    show();
  });
  document.addEventListener('htmx:load', show);
  // A browser puts the choice back when a person returns to the page.
  addEventListener('pageshow', show);
  show();
})();
