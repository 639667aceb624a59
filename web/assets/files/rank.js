// Lets people put the choices of a ranking into order: by dragging, with buttons, or by choosing places.
(() => {
  const handleText = '⠿';

  function enhance(list) {
    const items = () => [...list.children];
    const placeOf = (item) => item.querySelector('select, input');
    const labelOf = (item) => item.querySelector('label > span').textContent;
    const announced = list.parentElement.appendChild(document.createElement('p'));
    announced.className = 'hidden';
    announced.setAttribute('aria-live', 'polite');

    // The places before the last change.
    const places = new Map();
    const remember = () => {
      for (const item of items()) places.set(item, placeOf(item).value);
    };
    // A choice that takes the place of another one gives it its own, so that no place is taken twice.
    function takePlace(item) {
      const { value } = placeOf(item);
      const other = items().find((each) => each !== item && value !== '' && placeOf(each).value === value);
      if (other) placeOf(other).value = places.get(item);
    }
    function sort() {
      const rank = (item) => Number(placeOf(item).value) || Infinity;
      list.append(...items().sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))));
      remember();
    }

    const say = (item) => {
      const { placed } = list.dataset;
      const place = items().indexOf(item) + 1;
      announced.textContent = placed.replace('{label}', labelOf(item)).replace('{position}', String(place));
    };
    // The list is the order: its first choice has place 1.
    function number() {
      for (const [index, item] of items().entries()) placeOf(item).value = String(index + 1);
      remember();
      list.dispatchEvent(new Event('input', { bubbles: true }));
    }
    function move(item, to) {
      const others = items().filter((other) => other !== item);
      if (to < 0 || to > others.length) return;
      list.insertBefore(item, others[to] ?? null);
      number();
      say(item);
    }
    const button = (item, text, label) => {
      const made = document.createElement('button');
      Object.assign(made, { type: 'button', className: 'plain', textContent: text });
      made.setAttribute('aria-label', label.replace('{label}', labelOf(item)));
      return made;
    };

    function drag(item, handle) {
      handle.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        handle.setPointerCapture(event.pointerId);
        item.classList.add('dragged');
      });
      handle.addEventListener('pointermove', ({ clientY, pointerId }) => {
        if (!handle.hasPointerCapture(pointerId)) return;
        const middleOf = (other) => {
          const { top, height } = other.getBoundingClientRect();
          return top + height / 2;
        };
        // The others move: an element that moves loses the pointer.
        for (let above; (above = item.previousElementSibling) && clientY < middleOf(above);)
          item.after(above);
        for (let below; (below = item.nextElementSibling) && clientY > middleOf(below);) item.before(below);
      });
      const drop = () => {
        if (!item.classList.contains('dragged')) return;
        item.classList.remove('dragged');
        number();
        say(item);
      };
      handle.addEventListener('pointerup', drop);
      handle.addEventListener('lostpointercapture', drop);
    }

    for (const item of items()) {
      const handle = document.createElement('span');
      Object.assign(handle, { className: 'handle', textContent: handleText });
      handle.setAttribute('aria-hidden', 'true');
      item.prepend(handle);
      drag(item, handle);
      const up = button(item, '↑', list.dataset.up);
      const down = button(item, '↓', list.dataset.down);
      // Moving an element takes its focus away.
      const moveBy = (step, pressed) => () => {
        move(item, items().indexOf(item) + step);
        pressed.focus();
      };
      up.addEventListener('click', moveBy(-1, up));
      down.addEventListener('click', moveBy(1, down));
      item.append(up, down);
    }

    list.addEventListener('change', ({ target }) => {
      takePlace(target.closest('li'));
      sort();
      target.focus();
    });
    sort();
  }

  globalThis.enhanceRanking = enhance;
  for (const list of document.querySelectorAll('[data-ranking]')) enhance(list);
})();
