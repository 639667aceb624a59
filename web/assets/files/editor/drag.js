// Questions that are dragged by their grip; keys do the same with Alt and an arrow.
(() => {
  const editor = (globalThis.formEditor ??= {});
  /** How near to the edge of the window the page begins to scroll, and how far with each step, in pixels. */
  const [edge, stepPx] = [60, 14];

  function openDragging({ list, store, moveTo }) {
    let dragged = null;
    let over = null;
    let timer = 0;

    function mark(next) {
      for (const name of ['drop-before', 'drop-after']) over?.item.classList.remove(name);
      over = next;
      over?.item.classList.add(over.isAfter ? 'drop-after' : 'drop-before');
    }

    function find(x, y) {
      const item = document.elementFromPoint(x, y)?.closest('li[data-id]');
      if (!item || !list.contains(item)) return over;
      const { top, height } = item.getBoundingClientRect();
      return { item, isAfter: y > top + height / 2 };
    }

    function scroll(x, y) {
      clearInterval(timer);
      const by = y < edge ? -stepPx : y > innerHeight - edge ? stepPx : 0;
      if (by !== 0)
        timer = setInterval(() => {
          scrollBy(0, by);
          mark(find(x, y));
        }, 16);
    }

    function end(isDropped) {
      clearInterval(timer);
      const [id, target] = [dragged?.dataset.id, over];
      dragged?.classList.remove('dragged');
      mark(null);
      dragged = null;
      if (!isDropped || !target || target.item.dataset.id === id) return;
      const others = store.draft.fields.filter((field) => field.id !== id);
      const at = others.findIndex((field) => field.id === target.item.dataset.id);
      moveTo(id, at + (target.isAfter ? 1 : 0));
    }

    list.addEventListener('pointerdown', (event) => {
      const grip = event.target.closest('.grip');
      if (!grip || event.button !== 0) return;
      event.preventDefault();
      dragged = grip.closest('li');
      dragged.classList.add('dragged');
      grip.setPointerCapture(event.pointerId);
    });
    list.addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
      if (!dragged) return;
      mark(find(x, y));
      scroll(x, y);
    });
    list.addEventListener('pointerup', () => end(true));
    list.addEventListener('pointercancel', () => end(false));
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && dragged) end(false);
    });
  }

  Object.assign(editor, { openDragging });
})();
