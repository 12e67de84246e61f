/** Small sounds made on the spot: noise for paper and wood, sines for bells. */
import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

function ready(): AudioContext | undefined {
  if (!settings.sound || typeof AudioContext === "undefined") return undefined;
  if (!navigator.userActivation?.hasBeenActive) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function envelope(audio: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function noise(audio: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  source.connect(filter).connect(envelope(audio, at, loud, length));
  source.start(at);
}

function bell(audio: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  for (const [part, share] of [
    [1, 1],
    [2.01, 0.35],
    [3.02, 0.12],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * part;
    tone.connect(envelope(audio, at, loud * share, length / part));
    tone.start(at);
    tone.stop(at + length);
  }
}

function thump(audio: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, at + length);
  tone.connect(envelope(audio, at, loud, length));
  tone.start(at);
  tone.stop(at + length);
}

type Part = (audio: AudioContext, at: number) => void;

const parts = {
  card: (audio, at) => noise(audio, at, 3200, 0.16, 0.07),
  knock: (audio, at) => [0, 0.11].forEach((late) => thump(audio, at + late, 190, 0.22, 0.08)),
  sweep: (audio, at) => noise(audio, at, 1400, 0.12, 0.26),
  bet: (audio, at) => [0, 0.06].forEach((late) => bell(audio, at + late, 2100 + late * 4000, 0.06, 0.16)),
  turn: (audio, at) => bell(audio, at, 784, 0.06, 0.5),
  bomb: (audio, at) => {
    thump(audio, at, 130, 0.5, 0.5);
    noise(audio, at, 320, 0.3, 0.4);
  },
  out: (audio, at) => [523, 659, 784].forEach((pitch, i) => bell(audio, at + i * 0.09, pitch, 0.08, 0.7)),
  won: (audio, at) =>
    [392, 523, 659, 784, 1047].forEach((pitch, i) => bell(audio, at + i * 0.11, pitch, 0.08, 1)),
} satisfies Record<string, Part>;

export function sound(name: keyof typeof parts): void {
  const audio = ready();
  if (audio) parts[name](audio, audio.currentTime + 0.005);
}
