import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import jsdoc from 'eslint-plugin-jsdoc';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

/** A spread of a literal is the literal itself, on fewer lines. */
const spreadsOfLiterals = ['ObjectExpression', 'ArrayExpression'].map((literal) => ({
  selector: `SpreadElement[argument.type="${literal}"]`,
  message: 'Write the members out: a spread of a literal only saves lines.',
}));

export default tseslint.config(
  {
    ignores: [
      'build/',
      'dist/',
      'data/',
      'tmp/',
      'node_modules/',
      'packages/*/dist/',
      'packages/client/src/*.d.ts',
      '**/generated/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { 'simple-import-sort': importSort, jsdoc },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'simple-import-sort/imports': ['error', { groups: [['^node:', '^(?!\\.)', '^\\.']] }],
      'simple-import-sort/exports': 'error',
      'no-restricted-syntax': ['error', ...spreadsOfLiterals],
      '@typescript-eslint/no-shadow': 'error',
      'jsdoc/check-param-names': ['error', { checkDestructured: false, disableMissingParamChecks: true }],
      'jsdoc/check-tag-names': 'error',
      'jsdoc/check-types': 'error',
      'jsdoc/no-types': 'error',
      'jsdoc/require-param-name': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      // A number in a message is no accident; an object, a promise or undefined is.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `async` without `await` is how a plain function fits an interface of promises.
      '@typescript-eslint/require-await': 'off',
      // Most objects are made by functions, and their methods use no `this`. Methods of classes are called on their object.
      '@typescript-eslint/unbound-method': 'off',
      // Arrow functions that end in a void call read better without braces.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  // A table of cases is long for a good reason.
  {
    files: ['test/**', 'packages/*/test/**'],
    rules: { 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] },
  },
  // The few places that talk to a terminal.
  { files: ['app/cli/**', 'packages/bench/**', 'test/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: { console: 'readonly', process: 'readonly', module: 'writable', URL: 'readonly' },
    },
  },
  {
    files: ['web/assets/files/**/*.js'],
    languageOptions: { sourceType: 'script' },
    rules: { 'no-undef': 'off' },
  },
  prettier,
);
