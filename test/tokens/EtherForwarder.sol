// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Passes ether on, so that it arrives without a plain transfer and without a log, as from an exchange's contract wallet.
contract EtherForwarder {
    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "not taken");
    }
}
