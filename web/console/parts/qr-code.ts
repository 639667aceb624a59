/** The blank modules around a code, which scanners need. */
const margin = 4;

/**
 * Returns the QR code of a text as an SVG document: black on white, also where the page is dark. Its side is in modules, so that it
 * is sharp at any size.
 */
export async function qrCode(text: string): Promise<string> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: margin });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const side = rows.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>`
  );
}
