import type { Children } from '@kitajs/html';
import { directionOf } from '../../domain/form/locale.ts';
import { type AssetName, assetUrl } from '../assets/assets.ts';
import { attributeText } from './attribute-text.ts';

interface DocumentProps {
  /** The title of the window, without the name of the product. */
  readonly title: string;
  readonly scripts?: readonly AssetName[];
  readonly styles?: readonly AssetName[];
  /** The addresses of style sheets that are made on demand. */
  readonly sheets?: readonly string[];
  readonly class?: string;
  /** Sent by htmx with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The language of the page, a tag of BCP 47; English by default. It decides the direction, too. */
  readonly lang?: string | undefined;
  /** The address of the page that the browser opens next by itself. */
  readonly continuesTo?: string;
  readonly children?: Children;
}

/** htmx inserts no style of its own and evaluates no text as script: the policy of the pages refuses both. */
const htmxConfig = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  // A part of another page keeps the title of this one.
  ignoreTitle: true,
  // Refusals are pages too, with the fields that need attention.
  responseHandling: [
    { code: '204', swap: false },
    { code: '...', swap: true },
  ],
});

/** A whole page. */
export const Document = ({ title, scripts = [], styles = [], sheets = [], ...body }: DocumentProps) => (
  <>
    {'<!doctype html>'}
    <html lang={body.lang ?? 'en'} {...(body.lang !== undefined && { dir: directionOf(body.lang) })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {scripts.includes('console.js') && <meta name="htmx-config" content={htmxConfig} />}
        {body.continuesTo !== undefined && (
          <meta http-equiv="refresh" content={attributeText(`0; url=${body.continuesTo}`)} />
        )}
        <title safe>{title}</title>
        <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
        {(['style.css', ...styles] as const).map((name) => (
          <link rel="stylesheet" href={assetUrl(name)} />
        ))}
        {sheets.map((address) => (
          <link rel="stylesheet" href={address} />
        ))}
        {scripts.map((name) => (
          <script src={assetUrl(name)} defer />
        ))}
      </head>
      <body class={body.class} {...(body.headers && { 'hx-headers': JSON.stringify(body.headers) })}>
        {body.children}
      </body>
    </html>
  </>
);
