// Quiet sounds for my turn, dice and Events, made by WebAudio: a few short tones each, no files. Off unless switched on.

export type Sound = "turn" | "dice" | "event";

interface Tone {
  /** Seconds from the start, and its length. */
  at: number;
  long: number;
  /** Hertz; a dice's knock is noise instead. */
  pitch: number | null;
  /** From 0 to 1, before the volume of the whole. */
  loud: number;
}

export const SOUNDS: Record<Sound, readonly Tone[]> = {
  turn: [
    { at: 0, long: 0.18, pitch: 523, loud: 0.8 },
    { at: 0.14, long: 0.3, pitch: 784, loud: 0.8 },
  ],
  dice: [0, 0.07, 0.15, 0.19].map((at) => ({ at, long: 0.04, pitch: null, loud: 0.6 })),
  event: [
    { at: 0, long: 0.35, pitch: 330, loud: 0.7 },
    { at: 0.02, long: 0.35, pitch: 494, loud: 0.4 },
  ],
};
/** Quiet: about a fifth of full volume. */
export const VOLUME = 0.18;
/** Milliseconds between two sounds of a kind: a fast replay is not a drum roll. */
const PAUSE = 250;

export class Sounds {
  private context: AudioContext | null = null;
  private readonly last = new Map<Sound, number>();

  constructor(
    private readonly on: () => boolean,
    private readonly open: () => AudioContext = () => new AudioContext(),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Play a sound, unless sounds are off, the browser has none, or the same one has just been heard. */
  play(sound: Sound): boolean {
    if (!this.on() || this.now() - (this.last.get(sound) ?? -PAUSE) < PAUSE) return false;
    this.last.set(sound, this.now());
    try {
      const context = (this.context ??= this.open());
      void context.resume(); // browsers start it only after a click or a key
      for (const tone of SOUNDS[sound]) this.tone(context, tone);
      return true;
    } catch {
      return false;
    }
  }

  private tone(context: AudioContext, { at, long, pitch, loud }: Tone): void {
    const from = context.currentTime + at;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loud * VOLUME, from + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
    gain.connect(context.destination);
    const source = pitch === null ? this.noise(context, long) : context.createOscillator();
    if (pitch !== null) (source as OscillatorNode).frequency.value = pitch;
    source.connect(gain);
    source.start(from);
    source.stop(from + long);
  }

  private noise(context: AudioContext, long: number): AudioBufferSourceNode {
    const buffer = context.createBuffer(1, Math.ceil(long * context.sampleRate), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    const source = context.createBufferSource();
    source.buffer = buffer;
    return source;
  }
}
