/** Languages to choose from; any other tag may be written. */
const languages = [
  'ar',
  'de',
  'de-CH',
  'en',
  'en-GB',
  'es',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'pl',
  'pt-BR',
  'tr',
  'zh',
];

const Suggestions = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option value={value} />
    ))}
  </datalist>
);

/** The list `languages`, from which controls suggest values. */
export const LanguageSuggestions = () => <Suggestions id="languages" values={languages} />;

/** The lists `languages` and `time-zones`, from which controls suggest values. */
export const LocaleSuggestions = () => (
  <>
    <LanguageSuggestions />
    <Suggestions id="time-zones" values={Intl.supportedValuesOf('timeZone')} />
  </>
);
