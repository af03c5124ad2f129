"""Weights of a quantised chain of 3x3 convolutions, rounded one after the other: what rounding one of them costs is taken up by those
that are not rounded yet (GPTQ, Frantar et al. 2022), as far as the activations of the layer allow. The target is what the float
network says, the input what the quantised layers before make of it: each layer also mends what they spoilt."""

import numpy as np
import onnx
import onnx.utils
import onnxruntime as ort
from onnx import numpy_helper

MOST = 64
PLACES = 1500
"""Pixels of each picture that are looked at."""
RIDGE = 0.01
"""Of the mean power of the activations: holds weights where they were that the pictures say nothing about."""


def round_weights(quantised: onnx.ModelProto, precise: onnx.ModelProto, pictures: list[np.ndarray]) -> onnx.ModelProto:
    quantised = onnx.shape_inference.infer_shapes(quantised)
    chain = [node for node in quantised.graph.node if node.op_type == "Conv"]
    producers = {output: node for node in quantised.graph.node for output in node.output}
    tensors = {tensor.name: tensor for tensor in quantised.graph.initializer}
    floats = {tensor.name: numpy_helper.to_array(tensor) for tensor in precise.graph.initializer}
    random = np.random.default_rng(0)
    places = [random.choice(picture[0, 0].size, PLACES, replace=False) for picture in pictures]
    wanted = outputs_at(precise, [conv.output[0] for conv in chain], pictures, places)

    activations, at = pictures, "input"
    for index, conv in enumerate(chain):
        activations, at = advanced(quantised, at, conv.input[0], activations), conv.input[0]
        seen = np.concatenate([patches(values[0], where) for values, where in zip(activations, places)], 1)
        weights, weight_scale = (tensors[name] for name in producers[conv.input[1]].input[:2])
        bias, bias_scale = (tensors[name] for name in producers[conv.input[2]].input[:2])
        steps = numpy_helper.to_array(weight_scale).astype(np.float64)
        whole, offset = fitted(seen, wanted[index], floats[f"w{index}"].reshape(len(steps), -1), steps)
        shape = numpy_helper.to_array(weights).shape
        put(weights, whole.astype(np.int8).reshape(shape))
        put(bias, np.round(offset / numpy_helper.to_array(bias_scale)).astype(np.int32))
    del quantised.graph.value_info[:]
    return quantised


def fitted(seen: np.ndarray, wanted: np.ndarray, weights: np.ndarray, steps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers of `steps`, and the bias, that make of `seen` [weights of a channel, places] what comes nearest to `wanted`."""
    mean_seen, mean_wanted = seen.mean(1, keepdims=True), wanted.mean(1, keepdims=True)
    seen, wanted = seen - mean_seen, wanted - mean_wanted
    power = seen @ seen.T / seen.shape[1]
    power += RIDGE * np.trace(power) / len(power) * np.eye(len(power))
    left = (wanted - weights @ seen) @ seen.T / seen.shape[1]
    open_weights = weights + np.linalg.solve(power, left.T).T
    shares = np.linalg.cholesky(np.linalg.inv(power)).T
    whole = np.zeros_like(open_weights)
    for i in range(len(power)):
        whole[:, i] = np.clip(np.round(open_weights[:, i] / steps), -MOST, MOST)
        error = (open_weights[:, i] - whole[:, i] * steps) / shares[i, i]
        open_weights[:, i + 1 :] -= error[:, None] * shares[i, i + 1 :]
    return whole, (mean_wanted - (whole * steps[:, None]) @ mean_seen)[:, 0]


def outputs_at(model: onnx.ModelProto, names: list[str], pictures: list[np.ndarray], places: list[np.ndarray]) -> list[np.ndarray]:
    for name in names:
        model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    session = ort.InferenceSession(model.SerializeToString())
    found: list[list[np.ndarray]] = [[] for _ in names]
    for picture, where in zip(pictures, places):
        for values, output in zip(found, session.run(names, {"input": picture})):
            values.append(output[0].reshape(output.shape[1], -1)[:, where])
    return [np.concatenate(values, 1).astype(np.float64) for values in found]


def advanced(model: onnx.ModelProto, start: str, end: str, activations: list[np.ndarray]) -> list[np.ndarray]:
    part = onnx.utils.Extractor(model).extract_model([start], [end])
    session = ort.InferenceSession(part.SerializeToString())
    return [session.run(None, {start: values})[0] for values in activations]


def patches(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    """The 3x3 surroundings of places [channels x 9, places] in `values` [channels, h, w]; outside is 0."""
    padded = np.pad(values, ((0, 0), (1, 1), (1, 1)))
    rows, columns = where // values.shape[2], where % values.shape[2]
    around = [padded[:, rows + i, columns + j] for i in range(3) for j in range(3)]
    return np.stack(around, 1).reshape(-1, len(where)).astype(np.float64)


def put(tensor: onnx.TensorProto, values: np.ndarray) -> None:
    tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
