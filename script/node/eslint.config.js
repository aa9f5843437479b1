/**
 * How the page's code is written, checked by `script/check`; `script/check --fix` puts in order what can be put in order.
 * Types and unused names are tsc's business. Lines are broken where their author thinks best: a tree of elements reads like
 * one, and a formatter that breaks every line by itself made a quarter more of them.
 */

import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';

const BROWSER = [
  'AbortController', 'AudioBuffer', 'AudioBufferSourceNode', 'AudioContext', 'BiquadFilterNode', 'CSS', 'CSSStyleSheet', 'CustomEvent', 'DOMParser',
  'DOMRect', 'Element', 'Event', 'EventTarget', 'File', 'GainNode', 'HTMLAnchorElement', 'HTMLButtonElement', 'HTMLDialogElement', 'HTMLElement',
  'HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'Image', 'IntersectionObserver', 'Node', 'Notification', 'OscillatorNode',
  'ResizeObserver', 'Response', 'URL', 'URLSearchParams', 'WebSocket', 'XMLSerializer', 'addEventListener', 'cancelAnimationFrame', 'clearInterval', 'clearTimeout', 'console',
  'customElements', 'dispatchEvent', 'document', 'fetch', 'getComputedStyle', 'history', 'innerWidth', 'localStorage', 'location', 'matchMedia', 'navigator',
  'performance', 'process', 'removeEventListener', 'requestAnimationFrame', 'requestIdleCallback', 'scrollTo', 'setInterval', 'setTimeout', 'window',
];

/** What only a page without a server uses, and its workers. */
const WORKERS = [
  'Blob', 'BroadcastChannel', 'IDBKeyRange', 'Request', 'Worker', 'btoa', 'caches', 'crypto', 'indexedDB', 'queueMicrotask', 'self',
];

export default [
  js.configs.recommended,
  stylistic.configs.customize({ semi: true, quotes: 'single', braceStyle: '1tbs', arrowParens: true, commaDangle: 'always-multiline' }),
  {
    languageOptions: { globals: Object.fromEntries([...BROWSER, ...WORKERS].map((name) => [name, 'readonly'])) },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-unused-vars': 'off',
      eqeqeq: 'error',
      'no-alert': 'error',
      'no-duplicate-imports': 'error',
      'no-console': ['error', { allow: ['error'] }],
      'no-else-return': ['error', { allowElseIf: true }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-param-reassign': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unmodified-loop-condition': 'error',
      'no-useless-rename': 'error',
      'no-useless-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      complexity: ['error', 23],
      'max-depth': ['error', 6],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', 6],
      '@stylistic/quote-props': ['error', 'as-needed'],
      '@stylistic/multiline-ternary': 'off',
      '@stylistic/max-statements-per-line': ['error', { max: 2 }],
      '@stylistic/max-len': ['error', { code: 140, ignoreComments: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
    },
  },
];
