/**
 * Quiet sounds, made on the spot: glazed clay on wood and stone. Silent until the reader wants them.
 */

import { settings } from './settings.js';

/** @typedef {'pick' | 'lay' | 'fall' | 'score' | 'end' | 'turn'} Sound */

/**
 * A struck thing: its pitch in Hz, how loud (0 to 1), how long it rings (s), when (s), and how much
 * of the blow itself is heard.
 *
 * @typedef {object} Strike
 * @property {number} pitch
 * @property {number} loud
 * @property {number} ring
 * @property {number} [at]
 * @property {number} [knock]
 */

/** @type {Record<Sound, Strike[]>} */
const SOUNDS = {
  // Glaze rings in tones that are no multiples of each other; below them the stone.
  pick: [
    { pitch: 2150, loud: 0.1, ring: 0.05, knock: 0.3 },
    { pitch: 3480, loud: 0.05, ring: 0.04 },
  ],
  lay: [
    { pitch: 1480, loud: 0.16, ring: 0.07, knock: 0.7 },
    { pitch: 2770, loud: 0.08, ring: 0.09 },
    { pitch: 4310, loud: 0.04, ring: 0.05 },
    { pitch: 190, loud: 0.16, ring: 0.06, knock: 0.4 },
  ],
  fall: [
    { pitch: 620, loud: 0.16, ring: 0.09, knock: 0.7 },
    { pitch: 150, loud: 0.2, ring: 0.1, knock: 0.4 },
    { pitch: 410, loud: 0.1, ring: 0.08, at: 0.085, knock: 0.4 },
    { pitch: 380, loud: 0.05, ring: 0.06, at: 0.15, knock: 0.3 },
  ],
  score: [
    { pitch: 784, loud: 0.12, ring: 0.3 },
    { pitch: 1568, loud: 0.04, ring: 0.2 },
  ],
  turn: [
    { pitch: 880, loud: 0.1, ring: 0.22 },
    { pitch: 1175, loud: 0.1, ring: 0.3, at: 0.1 },
  ],
  end: [
    { pitch: 784, loud: 0.12, ring: 0.5 },
    { pitch: 988, loud: 0.12, ring: 0.5, at: 0.14 },
    { pitch: 1175, loud: 0.12, ring: 0.6, at: 0.28 },
    { pitch: 1568, loud: 0.14, ring: 1.1, at: 0.42 },
  ],
};
const VOLUME = 0.5;
/** Sounds of tiles themselves. @type {ReadonlySet<Sound>} */
const TILES = new Set(['pick', 'lay', 'fall']);
/** Milliseconds between two sounds of a kind. */
const APART = 24;
/** When each was heard last. @type {Map<Sound, number>} */
const latest = new Map();

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
let touched = false;

for (const gesture of ['pointerdown', 'keydown']) {
  // Browsers let a page sound only after a gesture, and complain about one that tries before.
  addEventListener(gesture, () => { touched = true; }, { capture: true, once: true });
}

/** Halftones of a scale in which all goes with all. */
const SCALE = [0, 2, 4, 7, 9];
const OCTAVE = 12;

/** How much higher a tone is that is so many steps up; two octaves are enough. @param {number} steps */
function raised(steps) {
  const step = Math.min(steps, 2 * SCALE.length);
  return 2 ** ((SCALE[step % SCALE.length] ?? 0) / OCTAVE + Math.floor(step / SCALE.length));
}

/**
 * Plays a sound, if the reader has switched sounds on.
 *
 * @param {Sound} name
 * @param {number} [steps] So much higher.
 */
export function play(name, steps = 0) {
  if (!settings.get('sound') || !touched || (document.hidden && name !== 'turn')) return;
  const now = performance.now();
  if (now - (latest.get(name) ?? -APART) < APART) return; // Tiles that land together are heard as one.
  latest.set(name, now);
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
  // No two tiles sound quite alike; tones that are counted by stay in tune.
  const own = TILES.has(name) ? 0.95 + Math.random() * 0.1 : 1;
  for (const strike of SOUNDS[name]) ring(context, { ...strike, pitch: strike.pitch * raised(steps) * own });
}

/**
 * @param {AudioContext} audio
 * @param {Strike} strike
 */
function ring(audio, { pitch, loud, ring: length, at = 0, knock = 0 }) {
  const start = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  tone.connect(fading(audio, start, loud * VOLUME, length));
  tone.start(start);
  tone.stop(start + length);
  if (knock) blow(audio, start, pitch, loud * knock * VOLUME);
}

/**
 * The dull noise of the blow itself.
 *
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} pitch
 * @param {number} loud
 */
function blow(audio, start, pitch, loud) {
  const source = new AudioBufferSourceNode(audio, { buffer: whiteNoise(audio) });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(fading(audio, start, loud, 0.03));
  source.start(start);
  source.stop(start + 0.03);
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} loud
 * @param {number} length
 */
function fading(audio, start, loud, length) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio */
function whiteNoise(audio) {
  if (!noise) {
    noise = new AudioBuffer({ length: Math.ceil(audio.sampleRate / 20), sampleRate: audio.sampleRate });
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  return noise;
}

/** Does the reader know of them? */
export function wasSoundOffered() {
  return settings.get('sound') || settings.get('soundOffered');
}

/** @param {boolean} wanted The reader's answer. */
export function answerSoundOffer(wanted) {
  settings.set('sound', wanted);
  play('lay');
}
