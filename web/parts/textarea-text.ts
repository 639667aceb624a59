/** The content of a `textarea`: browsers drop the first line break after its tag. */
export const textareaText = (text: string): string => `\n${text}`;
