import type { typeGroups } from '../../domain/file/file-types.ts';
import type { TextId, Texts } from './texts.ts';

const groupTexts: Readonly<Record<keyof typeof typeGroups, TextId>> = {
  image: 'imageFiles',
  audio: 'audioFiles',
  video: 'videoFiles',
  document: 'documentFiles',
  archive: 'archiveFiles',
};

/** Types that people know by another name than their subtype. */
const names = new Map([
  ['text/plain', 'TXT'],
  ['application/msword', 'DOC'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['application/vnd.ms-powerpoint', 'PPT'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PPTX'],
]);

/** The subtype that a file has as its ending, such as PDF. */
const shortSubtype = /^[a-z]+\/([a-z0-9]{2,4})$/;

function typeInWords(type: string, { say }: Texts): string {
  const group = type.endsWith('/*') ? type.slice(0, -2) : type;
  const text = Object.entries(groupTexts).find(([name]) => name === group)?.[1];
  if (text !== undefined) return say(text);
  return names.get(type) ?? shortSubtype.exec(type)?.[1]?.toUpperCase() ?? type;
}

/** Says which files a question accepts. @param types groups and media types; at least one */
export function fileTypesInWords(types: readonly string[], texts: Texts): string {
  const words = new Set(types.map((type) => typeInWords(type, texts)));
  return texts.say('fileTypes', { types: texts.either([...words]) });
}
