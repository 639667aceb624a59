const mark =
  '<rect width="32" height="32" rx="7" fill="#1d4ed8"/>' +
  '<path d="M9 10h14M9 16h10M9 22h6" stroke="#fff" stroke-width="3" stroke-linecap="round"/>';

/** The mark of Formlog: the lines of a form, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}</svg>`;

/** The mark with the name, for a dark background. */
export const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 32" width="150" height="32" role="img" aria-label="Formlog">' +
  `${mark}<text x="42" y="23" font-family="system-ui, sans-serif" font-size="21" font-weight="600" fill="#fff">Formlog</text></svg>`;
