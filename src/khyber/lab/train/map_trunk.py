"""The PyTorch twin of `agents/strong/map_network.py`: a network that reads a map place by place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from khyber.agents.strong.map_network import MAX_SHARE, by_places
from khyber.engine.features import Encoder, MapFields

#: Units for the whole game and for a place.
WHOLE: Final = 128
PLACE: Final = 64


def array(tensor: Tensor) -> NDArray[Any]:
    found: NDArray[Any] = tensor.detach().cpu().numpy()
    return found


class MapTrunk(nn.Module):
    """Turns the fields of positions into a vector for the whole and one for each place."""

    rows: Tensor
    most_overall: Tensor
    most_places: Tensor

    def __init__(self, fields: MapFields, dropped: float = 0.0) -> None:
        """`dropped` is the share of the inputs left out at random while it learns."""
        super().__init__()
        self.overall = sum(feature.size for feature in fields.overall)
        self.places, self.dropped = fields.places, dropped
        each = sum(feature.size for feature in fields.by_place) // fields.places
        most = torch.tensor(Encoder(fields.every).most(), dtype=torch.float32)
        rows = torch.tensor(by_places(fields, self.overall))
        self.register_buffer("rows", rows)
        self.register_buffer("most_overall", most[: self.overall])
        self.register_buffer("most_places", most[rows])
        #: Where each row of links begins, and where the last one ends.
        self.starts = [self.overall + each * fields.places]
        for feature in fields.links:
            self.starts.append(self.starts[-1] + feature.size)
        self.whole = nn.Linear(self.overall, WHOLE, bias=False)
        self.place, self.to_place = nn.Linear(each, PLACE), nn.Linear(WHOLE, PLACE, bias=False)
        self.near = nn.Linear((1 + len(fields.links)) * PLACE, PLACE)
        self.to_near = nn.Linear(WHOLE, PLACE, bias=False)
        self.all = nn.Linear(WHOLE + 2 * PLACE, WHOLE)

    def forward(self, positions: Tensor, begin: Tensor, about: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """`begin` is what is known beside the fields, `about` beside those of the places."""
        overall = (positions[:, : self.overall].float() / self.most_overall).clamp(max=MAX_SHARE)
        places = (positions[:, self.rows].float() / self.most_places).clamp(max=MAX_SHARE)
        if self.dropped:
            overall, places = (functional.dropout(one, self.dropped, self.training) for one in (overall, places))
        whole = functional.relu(begin + self.whole(overall))
        each = self.place(places) + self.to_place(whole)[:, None]
        each = functional.relu(each if about is None else each + about)
        seen = [each]
        for start, stop in zip(self.starts, self.starts[1:], strict=False):
            linked = positions[:, start:stop].long().clamp(max=self.places)
            near = functional.one_hot(linked, self.places + 1)[:, :, : self.places].float()
            seen.append(torch.bmm(near.view(len(near), self.places, -1, self.places).sum(2), each))
        each = functional.relu(self.near(torch.cat(seen, 2)) + self.to_near(whole)[:, None])
        present = each * (positions[:, self.starts[-1] : self.starts[-1] + self.places] > 0).float()[:, :, None]
        together = torch.cat((whole, present.sum(1) / self.places, present.amax(1)), 1)
        return functional.relu(self.all(together)), each

    def weights(self) -> dict[str, NDArray[Any]]:
        """Return what agents read: the shares of what is much are folded into the first weights."""
        return {
            "whole": array(self.whole.weight.T / self.most_overall[:, None]),
            "place": array(self.place.weight.T / self.most_places[0][:, None]),
            "to-place": array(self.to_place.weight.T),
            "of-place": array(self.place.bias[None]),
            "near": array(self.near.weight.T),
            "to-near": array(self.to_near.weight.T),
            "of-near": array(self.near.bias[None]),
            "all": array(self.all.weight.T),
            "of-all": array(self.all.bias),
        }

    def begin_as(self, weights: Mapping[str, NDArray[Any]]) -> None:
        """Begin with weights that agents read."""
        given = {name: torch.from_numpy(weights[name]).to(self.rows.device) for name in self.weights()}
        with torch.no_grad():
            self.whole.weight.copy_(given["whole"].T * self.most_overall)
            self.place.weight.copy_(given["place"].T * self.most_places[0])
            for name, layer in (("to-place", self.to_place), ("to-near", self.to_near), ("near", self.near)):
                layer.weight.copy_(given[name].T)
            self.all.weight.copy_(given["all"].T)
            self.place.bias.copy_(given["of-place"][0])
            self.near.bias.copy_(given["of-near"][0])
            self.all.bias.copy_(given["of-all"])
