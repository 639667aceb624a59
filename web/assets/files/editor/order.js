// Brings elements into an order with the fewest moves: an element that moves is laid out again, and loses the focus.
(() => {
  const editor = (globalThis.formEditor ??= {});

  /** @param first the element after which the others come; null for the first place */
  function arrange(parent, elements, first = null) {
    const wanted = new Map(elements.map((element, place) => [String(place), element]));
    const placeOf = new Map(elements.map((element, place) => [element, String(place)]));
    const present = [...parent.children].flatMap((element) => placeOf.get(element) ?? []);
    const stay = editor.keptInPlace(present, [...wanted.keys()]);
    let before = first;
    for (const [place, element] of wanted) {
      if (!stay.has(place)) parent.insertBefore(element, before ? before.nextSibling : parent.firstChild);
      before = element;
    }
  }

  Object.assign(editor, { arrange });
})();
