"""Trains the network of packages/face/src/timeline/sound/mouth-network.ts: convolutions over time, read from and written to plain files.

    python3 train-network.py FOLDER STEPS [BEGINNING]

FOLDER holds takes.json ({"lengths": frames of each take, "weights": how much a frame of it counts, "features": a frame, "targets": a frame,
"shapes": of the targets}), features.f32 and targets.f32 (frame by frame; NaN for a shape that is not known), and receives network.f32: of each layer the rows of its weights, [output x taps x input], then its biases. With BEGINNING, a network.f32 that
is fitted already, it goes on from that one, a third as fast. Needs numpy; one thread. The same bits come out of the same files on the same processor and numpy.
"""

import json
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

REACHES = (1, 1, 2, 4, 6)
WIDTH = 96
FRAMES_OF_A_STEP = 2
LEAK = np.float32(0.1)
BANDS = 32
# Steps of a stretch that is learnt from, and stretches of a batch.
STRETCH, BATCH = 120, 16
RATE, RATE_OF_FITTED, WARM_UP = 2.5e-3, 8e-4, 100
LONGEST_GRADIENT = 1.0
# Share of what a layer adds that is left out (Srivastava et al., 2014).
DROPPED = 0.1
# How much an error counts: of HEARD_SHAPES the jaw and rounding most; of STATES touching lips and teeth, being rare and easily seen.
SHAPE_WEIGHTS = np.array([6, 1.5, 1.5, 1.5, 1.5, 1.5, 3, 3, 1.5], np.float32)
STATE_WEIGHTS = np.array([0.6, 0.8, 0.8, 0.5], np.float32)
AROUND = sum(REACHES)

random = np.random.default_rng(1)


def read_takes(folder):
    with open(f"{folder}/takes.json") as file:
        told = json.load(file)
    features = np.fromfile(f"{folder}/features.f32", np.float32).reshape(-1, told["features"])
    targets = np.fromfile(f"{folder}/targets.f32", np.float32).reshape(-1, told["targets"])
    ends = np.cumsum(told["lengths"])[:-1]
    return list(zip(np.split(features, ends), np.split(targets, ends)))


def first_parameters(inputs, outputs):
    """Weights [taps * inputs x outputs] and biases, layer by layer (He et al., 2015; half of it where a layer adds to its input)."""
    parameters = []
    for layer in range(len(REACHES)):
        rows = 3 * (inputs if layer == 0 else WIDTH)
        size = np.sqrt(1.8 / rows) * (1 if layer == 0 else 0.5)
        parameters += [random.normal(0, size, (rows, WIDTH)).astype(np.float32), np.zeros(WIDTH, np.float32)]
    last = random.normal(0, 0.5 / np.sqrt(WIDTH), (WIDTH, outputs)).astype(np.float32)
    return [*parameters, last, np.zeros(outputs, np.float32)]


def read_parameters(path, like):
    values, at = np.fromfile(path, np.float32), 0
    for to in like:
        to[:] = values[at : at + to.size].reshape(to.T.shape).T
        at += to.size
    return like


def forward(parameters, x):
    """[batch x steps x inputs] to [batch x steps - 2 AROUND x outputs], and what backward needs."""
    kept = []
    for layer, reach in enumerate(REACHES):
        steps = x.shape[1] - 2 * reach
        seen = np.concatenate([x[:, tap * reach : tap * reach + steps] for tap in range(3)], 2)
        sums = seen @ parameters[2 * layer] + parameters[2 * layer + 1]
        y = np.maximum(sums, LEAK * sums)
        mask = None
        if layer > 0:
            mask = (random.random(y.shape, np.float32) > DROPPED).astype(np.float32) / np.float32(1 - DROPPED)
            y = y * mask + x[:, reach : reach + steps]
        kept.append((seen, sums, mask))
        x = y
    return x @ parameters[-2] + parameters[-1], (kept, x)


def backward(parameters, state, slope):
    kept, x = state
    slopes = [None] * len(parameters)
    slopes[-2] = flat(x).T @ flat(slope)
    slopes[-1] = flat(slope).sum(0)
    slope = slope @ parameters[-2].T
    for layer in range(len(REACHES) - 1, -1, -1):
        (seen, sums, mask), reach = kept[layer], REACHES[layer]
        of_sums = np.where(sums > 0, slope, LEAK * slope)
        if mask is not None:
            of_sums *= mask
        slopes[2 * layer] = flat(seen).T @ flat(of_sums)
        slopes[2 * layer + 1] = flat(of_sums).sum(0)
        if layer == 0:
            return slopes
        of_seen = of_sums @ parameters[2 * layer].T
        steps = of_sums.shape[1]
        below = np.zeros((slope.shape[0], steps + 2 * reach, WIDTH), np.float32)
        for tap in range(3):
            below[:, tap * reach : tap * reach + steps] += of_seen[:, :, tap * WIDTH : (tap + 1) * WIDTH]
        below[:, reach : reach + steps] += slope
        slope = below
    return slopes


def flat(values):
    return values.reshape(-1, values.shape[-1])


def draw(takes, chances):
    """A batch: stretches of takes, each as another speaker's throat and another microphone would give it."""
    margin, frames = FRAMES_OF_A_STEP * AROUND, FRAMES_OF_A_STEP * STRETCH
    inputs = np.zeros((BATCH, frames + 2 * margin, takes[0][0].shape[1]), np.float32)
    targets = np.zeros((BATCH, frames, takes[0][1].shape[1]), np.float32)
    tilt = np.linspace(-1, 1, BANDS)
    for example in range(BATCH):
        features, wanted = takes[random.choice(len(takes), p=chances)]
        last = len(features) - 1
        start = int(random.integers(0, max(1, len(features) - frames)))
        x = features[np.clip(np.arange(start - margin, start + frames + margin), 0, last)]
        targets[example] = wanted[np.clip(np.arange(start, start + frames), 0, last)]
        # Formants higher or lower by about a band.
        place = np.clip(np.arange(BANDS) + random.normal(0, 1) + random.normal(0, 1) * tilt, 0, BANDS - 1.001)
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
    """No band falls faster than that a frame, as in a room."""
    for frame in range(1, len(levels)):
        np.maximum(levels[frame], levels[frame - 1] - fall, out=levels[frame])


def loss_of(outputs, targets, shapes):
    """Squares of the shapes, cross entropy of the states; and the slope by the outputs."""
    told = outputs.reshape(targets.shape)
    errors = np.nan_to_num(told[..., :shapes] - targets[..., :shapes])
    states = targets[..., shapes:]
    chances = np.exp(told[..., shapes:] - told[..., shapes:].max(-1, keepdims=True))
    chances /= chances.sum(-1, keepdims=True)
    weight = (states @ STATE_WEIGHTS)[..., None]
    count = targets.shape[0] * targets.shape[1]
    loss = (SHAPE_WEIGHTS * errors**2).sum() - (weight[..., 0] * np.log((chances * states).sum(-1) + 1e-9)).sum()
    slope = np.concatenate([2 * SHAPE_WEIGHTS * errors, weight * (chances - states)], -1) / count
    return loss / count, slope.astype(np.float32).reshape(outputs.shape)


def train(folder, steps, beginning):
    with open(f"{folder}/takes.json") as file:
        told = json.load(file)
    shapes = told["shapes"]
    takes = read_takes(folder)
    chances = np.array(told["lengths"], float) * told["weights"]
    chances /= chances.sum()
    features, targets = takes[0]
    parameters = first_parameters(FRAMES_OF_A_STEP * features.shape[1], FRAMES_OF_A_STEP * targets.shape[1])
    if beginning is not None:
        parameters = read_parameters(beginning, parameters)
    # Adam (Kingma and Ba, 2015), with a rate that falls as a cosine.
    means, spreads = ([np.zeros_like(values) for values in parameters] for _ in range(2))
    for step in range(1, steps + 1):
        rate = (RATE if beginning is None else RATE_OF_FITTED) * min(1, step / WARM_UP) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * step / steps)))
        inputs, wanted = draw(takes, chances)
        outputs, state = forward(parameters, inputs)
        loss, slope = loss_of(outputs, wanted, shapes)
        slopes = backward(parameters, state, slope)
        length = np.sqrt(sum(float((values**2).sum()) for values in slopes))
        shorter = np.float32(min(1, LONGEST_GRADIENT / length))
        for values, gradient, mean, spread in zip(parameters, slopes, means, spreads):
            gradient = gradient * shorter
            mean += np.float32(0.1) * (gradient - mean)
            spread += np.float32(0.001) * (gradient**2 - spread)
            root = np.sqrt(spread / np.float32(1 - 0.999**step)) + np.float32(1e-8)
            values -= np.float32(rate / (1 - 0.9**step)) * mean / root
        if step % 100 == 0:
            print(f"{step} of {steps}: {loss:.4f}", flush=True)
    with open(f"{folder}/network.f32", "wb") as file:
        for values in parameters:
            np.ascontiguousarray(values.T).tofile(file)


train(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
