"""Trains the network of packages/face/src/timeline/audio/mouth-network.ts: convolutions over time.

    python3 train-network.py FOLDER STEPS

FOLDER contains features.f32 and targets.f32 (frame by frame), and takes.json with these fields:

    lengths   number of frames of each take
    weights   weight of a frame of each take
    heldBack  whether each take is only used for monitoring
    features  number of features per frame
    targets   number of targets per frame
    shapes    number of shapes among the targets

Writes network.f32 into FOLDER: for each layer the rows of its weights, [output x taps x input], then its biases.
Requires numpy and jax.
"""

import json
import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

REACHES = (1, 1, 2, 4, 6)
WIDTH = 128
FRAMES_OF_A_STEP = 2
LEAK = 0.1
BANDS = 32
# Steps of a training segment, and segments of a batch.
STRETCH, BATCH = 120, 16
RATE, WARM_UP, DECAY = 2e-3, 200, 0.01
LONGEST_GRADIENT = 1.0
# Dropout rate of the values that a layer adds to its input (Srivastava et al., 2014).
DROPPED = 0.1
# Weights of errors. The jaw and rounding have the largest weights of AUDIO_SHAPES. The states with touching
# lips and teeth have the largest weights of STATES, because they are rare and easily visible.
SHAPE_WEIGHTS = np.array([6, 1.5, 1.5, 1.5, 1.5, 1.5, 3, 3, 1.5], np.float32)
STATE_WEIGHTS = np.array([0.6, 0.8, 0.8, 0.5], np.float32)
AROUND = sum(REACHES)
WATCHED_EVERY = 1000

random = np.random.default_rng(1)


def read_takes(folder, told):
    features = np.fromfile(f"{folder}/features.f32", np.float32).reshape(-1, told["features"])
    targets = np.fromfile(f"{folder}/targets.f32", np.float32).reshape(-1, told["targets"])
    ends = np.cumsum(told["lengths"])[:-1]
    return list(zip(np.split(features, ends), np.split(targets, ends)))


def first_parameters(inputs, outputs):
    """Returns the initial weights [taps * inputs x outputs] and biases of each layer.

    The scale is that of He et al., 2015, halved for layers that add to their input.
    """
    parameters = []
    for layer in range(len(REACHES)):
        rows = 3 * (inputs if layer == 0 else WIDTH)
        size = np.sqrt(1.8 / rows) * (1 if layer == 0 else 0.5)
        parameters.append((random.normal(0, size, (rows, WIDTH)).astype(np.float32), np.zeros(WIDTH, np.float32)))
    last = random.normal(0, 0.5 / np.sqrt(WIDTH), (WIDTH, outputs)).astype(np.float32)
    return [*parameters, (last, np.zeros(outputs, np.float32))]


def forward(parameters, x, key=None):
    """Maps [batch x steps x inputs] to [batch x steps - 2 AROUND x outputs].

    Applies dropout if a key is given.
    """
    for layer, (reach, (weights, biases)) in enumerate(zip(REACHES, parameters)):
        steps = x.shape[1] - 2 * reach
        seen = jnp.concatenate([x[:, tap * reach : tap * reach + steps] for tap in range(3)], 2)
        sums = seen @ weights + biases
        y = jnp.maximum(sums, LEAK * sums)
        if layer > 0:
            if key is not None:
                kept = jax.random.bernoulli(jax.random.fold_in(key, layer), 1 - DROPPED, y.shape)
                y = jnp.where(kept, y / (1 - DROPPED), 0)
            y = y + x[:, reach : reach + steps]
        x = y
    weights, biases = parameters[-1]
    return x @ weights + biases


def loss_of(parameters, inputs, targets, key):
    """Returns the weighted loss: squared errors of the shapes and cross entropy of the states."""
    told = forward(parameters, inputs, key).reshape(targets.shape)
    shapes = len(SHAPE_WEIGHTS)
    errors = told[..., :shapes] - targets[..., :shapes]
    states = targets[..., shapes:]
    surprise = -(states * jax.nn.log_softmax(told[..., shapes:])).sum(-1)
    return ((SHAPE_WEIGHTS * errors**2).sum(-1) + (states @ STATE_WEIGHTS) * surprise).mean()


@partial(jax.jit, donate_argnums=(0, 1, 2))
def learn(parameters, means, spreads, step, rate, inputs, targets):
    """Performs a step of AdamW (Kingma and Ba, 2015; Loshchilov and Hutter, 2019)."""
    loss, slopes = jax.value_and_grad(loss_of)(parameters, inputs, targets, jax.random.key(step))
    length = jnp.sqrt(sum((slope**2).sum() for slope in jax.tree.leaves(slopes)))
    shorter = jnp.minimum(1, LONGEST_GRADIENT / length)
    means = jax.tree.map(lambda mean, slope: mean + 0.1 * (shorter * slope - mean), means, slopes)
    spreads = jax.tree.map(lambda spread, slope: spread + 0.001 * ((shorter * slope) ** 2 - spread), spreads, slopes)

    def moved(values, mean, spread):
        towards = mean / (1 - 0.9**step) / (jnp.sqrt(spread / (1 - 0.999**step)) + 1e-8)
        return values - rate * (towards + (DECAY * values if values.ndim > 1 else 0))

    return jax.tree.map(moved, parameters, means, spreads), means, spreads, loss


def draw(takes, chances):
    """Draws a batch: segments of takes, each altered to imitate another vocal tract, pace and microphone."""
    margin, frames = FRAMES_OF_A_STEP * AROUND, FRAMES_OF_A_STEP * STRETCH
    inputs = np.zeros((BATCH, frames + 2 * margin, takes[0][0].shape[1]), np.float32)
    targets = np.zeros((BATCH, frames, takes[0][1].shape[1]), np.float32)
    tilt = np.linspace(-1, 1, BANDS)
    for example in range(BATCH):
        features, wanted = takes[random.choice(len(takes), p=chances)]
        last = len(features) - 1
        # Imitates slower or faster speech with the same vocal tract.
        pace = random.uniform(0.85, 1.2)
        start = random.uniform(0, max(1, last - pace * frames))
        at = np.clip(start + pace * np.arange(-margin, frames + margin), 0, last - 1e-3)
        before = at.astype(int)
        share = (at - before).astype(np.float32)[:, None]
        x = features[before] * (1 - share) + features[np.minimum(before + 1, last)] * share
        targets[example] = wanted[np.minimum((at[margin : margin + frames] + 0.5).astype(int), last)]
        # Moves the formants up or down by about one band.
        place = np.clip(np.arange(BANDS) + random.normal(0, 1.2) + random.normal(0, 1) * tilt, 0, BANDS - 1.001)
        band = place.astype(int)
        share = (place - band).astype(np.float32)
        inputs[example, :, :BANDS] = x[:, band] * (1 - share) + x[:, band + 1] * share
        inputs[example, :, BANDS:] = x[:, BANDS:]
        colour = np.interp(np.arange(BANDS), np.linspace(0, BANDS - 1, 7), random.normal(0, 0.3, 7))
        colour += random.normal(0, 0.2) * tilt + random.normal(0, 0.08, BANDS)
        inputs[example, :, :BANDS] += colour.astype(np.float32)
        if random.random() < 0.35:
            echo(inputs[example, :, : BANDS + 2], np.float32(random.uniform(0.08, 0.35)))
        inputs[example, :, BANDS : BANDS + 2] += random.normal(0, 0.1, 2).astype(np.float32)
    inputs += np.float32(random.choice([0.03, 0.1, 0.2])) * random.standard_normal(inputs.shape, np.float32)
    return inputs.reshape(BATCH, STRETCH + 2 * AROUND, -1), targets


def echo(levels, fall):
    """Imitates the reverberation of a room: no band falls by more than `fall` per frame."""
    for frame in range(1, len(levels)):
        np.maximum(levels[frame], levels[frame - 1] - fall, out=levels[frame])


def watch(parameters, takes, shapes):
    """Returns the results on the held-back takes.

    These are the mean correlation of the jaw, and recall and precision of frames with touching lips.
    """
    jaws, found, right = [], [], []
    for features, targets in takes:
        even = len(features) // FRAMES_OF_A_STEP * FRAMES_OF_A_STEP
        steps = np.pad(features[:even].reshape(even // FRAMES_OF_A_STEP, -1), ((AROUND, AROUND), (0, 0)), "edge")
        told = np.asarray(forward(parameters, steps[None])).reshape(even, -1)
        wanted = targets[:even]
        jaws.append(np.corrcoef(told[:, 0], wanted[:, 0])[0, 1])
        is_lips, told_lips = wanted[:, shapes + 1] > 0, told[:, shapes:].argmax(1) == 1
        found.append((is_lips & told_lips).sum() / max(1, is_lips.sum()))
        right.append((is_lips & told_lips).sum() / max(1, told_lips.sum()))
    return f"jaw r {np.nanmean(jaws):.3f}, frames of lips found {np.mean(found):.2f}, right {np.mean(right):.2f}"


def train(folder, steps):
    with open(f"{folder}/takes.json") as file:
        told = json.load(file)
    takes = read_takes(folder, told)
    held_back = [take for take, held in zip(takes, told["heldBack"]) if held]
    chances = np.array(told["lengths"], float) * told["weights"] * ~np.array(told["heldBack"])
    chances /= chances.sum()
    parameters = first_parameters(FRAMES_OF_A_STEP * told["features"], FRAMES_OF_A_STEP * told["targets"])
    means, spreads = (jax.tree.map(np.zeros_like, parameters) for _ in range(2))
    for step in range(1, steps + 1):
        # The learning rate falls as a cosine after the warm-up.
        rate = RATE * min(1, step / WARM_UP) * (0.005 + 0.995 * 0.5 * (1 + np.cos(np.pi * step / steps)))
        inputs, targets = draw(takes, chances)
        parameters, means, spreads, loss = learn(parameters, means, spreads, step, rate, inputs, targets)
        if step % 100 == 0:
            print(f"{step} of {steps}: {loss:.4f}", flush=True)
        if step % WATCHED_EVERY == 0 or step == steps:
            print(f"held back: {watch(parameters, held_back, told['shapes'])}", flush=True)
            write(f"{folder}/network.f32", parameters)


def write(path, parameters):
    with open(path, "wb") as file:
        for weights, biases in parameters:
            np.ascontiguousarray(np.asarray(weights).T).tofile(file)
            np.asarray(biases).tofile(file)


train(sys.argv[1], int(sys.argv[2]))
